import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const source = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(join('app', path), 'utf8'))
  .join('\n')
  .replace(/\s+/g, ' ')

/** The messages of the public site whose exact wording is fixed, apostrophes included. */
it.each([
  'An error occurred during registration. Please try again later.',
  'Registration successful!',
  'Invalid email or password. Please try again.',
  'An error occurred during login. Please try again.',
  'Successfully logged in! Redirecting...',
  'There was an error submitting your request. Please try again.',
  'There was an error submitting your quote request. Please try again.',
  'There was a problem submitting your form: Please try again later.',
  'There was a problem submitting your waitlist form: Please try again later.',
  'An error occurred while submitting your application. Please try again.',
  'Application Submitted',
  "Thank you for your interest! We'll review your application soon.",
  "Thank you for contacting us! We'll be in touch soon.",
  "Thank you for joining our waitlist! We'll keep you updated on our progress.",
  'Error loading coverage tiers. Please try again later.',
  'No coverage tiers available. Please check back later.',
  'User not found with this ID',
  'An error occurred during account recovery',
  'Network error, please try again',
  'Recovery email sent! Please check your inbox for instructions to reset your password.',
  'An error occurred. Please try again.',
  'Password updated successfully!',
  'An error occurred while updating your profile',
  'An unexpected error occurred. Please try again.',
  'Your profile has been updated successfully.',
  'Failed to send verification email: ',
  'There was an error sending the verification email. Please try again.',
  'Verification failed: ',
  'There was an error verifying your email. Please try again.',
  'Failed to check request status. Please try again.',
  'Failed to submit request. Please try again.',
  'The access code is invalid or has expired.',
  'Failed to validate access code. Please try again.',
  'Request Submitted',
  'Access Granted',
  'Invalid Code',
  'Email Required',
  'Please enter your email address',
  'Missing Information',
  'Name and email are required',
  'Access Code Required',
  'Please enter your access code',
  'Your access request is pending. We will email you when it is approved.',
  'Please contact support if you believe this is an error.',
  'Your access request was already approved. Please enter your access code.',
  'Passwords do not match. Please try again.',
  '404 - Page Not Found',
  "The page you are looking for doesn't exist or has been moved.",
  'Return to Home',
])('%s', (message) => {
  expect(source).toContain(message)
})
