import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

import { isEmail } from '~/domain/fields'
import { isLoopback } from '~/loopback'

/** A missing or malformed environment variable; the message is one line that names it. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

const blankIsAbsent = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blankIsAbsent, schema.optional())
const withDefault = <Schema extends z.ZodType>(schema: Schema, fallback: z.input<Schema>) =>
  z.preprocess((value) => blankIsAbsent(value) ?? fallback, schema)

const parseUrl = (text: string) => (URL.canParse(text) ? new URL(text) : null)

const urlWith = (protocols: string[], form: string) =>
  z.string().refine((text) => {
    const url = parseUrl(text)
    return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
  }, `must look like ${form}`)

const origin = z
  .string()
  .refine((text) => {
    const url = parseUrl(text)
    return (
      url !== null &&
      ['http:', 'https:'].includes(url.protocol) &&
      [url.origin, `${url.origin}/`].includes(text) // no path, query or credentials
    )
  }, 'must be an origin such as https://www.example.com')
  .transform((text) => new URL(text).origin)

const integer = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number from ${low} to ${high}`)
    .transform(Number)
    .refine((value) => value >= low && value <= high, `must be a whole number from ${low} to ${high}`)

const email = z
  .string()
  .trim()
  .max(254, 'must be an e-mail address')
  .regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an e-mail address')

const line = z
  .string()
  .trim()
  .max(200, 'must be at most 200 characters')
  .regex(/^[^\r\n]*$/, 'must be one line')

const secrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine(
    (list) => list.every((secret) => secret.length >= 16),
    'must be one or more secrets of at least 16 characters each, separated by commas',
  )

const schema = z.object({
  NODE_ENV: withDefault(
    z.enum(['production', 'development', 'test'], 'must be production, development or test'),
    'production',
  ),
  PORT: withDefault(integer(0, 65_535), '3000'),
  HOST: optional(z.string().regex(/^[0-9a-zA-Z.:-]+$/, 'must be a host name or an IP address')),
  DATABASE_URL: optional(
    urlWith(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database'),
  ),
  DATA_DIR: withDefault(z.string().max(1000, 'must be a folder'), './data'),
  APP_URL: optional(origin),
  SESSION_SECRET: optional(secrets),
  SMTP_URL: optional(urlWith(['smtp:', 'smtps:'], 'smtp://user:password@host:587')),
  MAIL_FROM: optional(
    line.regex(/^(?:[^<>@]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an e-mail address'),
  ),
  ADMIN_EMAIL: optional(
    z
      .string()
      .trim()
      .refine(isEmail, 'must be an e-mail address')
      .transform((text) => text.toLowerCase()),
  ),
  ADMIN_PASSWORD: optional(
    z.string().min(8, 'must be 8 to 128 characters').max(128, 'must be 8 to 128 characters'),
  ),
  TRUST_PROXY: withDefault(
    z.preprocess((value) => (value === 'off' ? '0' : value), integer(0, 10)),
    '0',
  ),
  DRAIN_SECONDS: optional(integer(0, 300)),
  METRICS_TOKEN: optional(z.string().min(16, 'must be at least 16 characters').max(200)),
  BRAND_NAME: withDefault(line.min(1), 'Holdfast'),
  BRAND_PHONE: withDefault(line.min(1), '(555) 010-0142'),
  BRAND_EMAIL: withDefault(email, 'support@holdfast.example'),
  BRAND_ADDRESS: withDefault(line.min(1), '400 Harbor Street, Suite 12, Portland, ME 04101'),
  RELEASE_BY: withDefault(z.enum(['one', 'two'], 'must be one or two'), 'one'),
  ADMIN_SECOND_FACTOR: withDefault(z.enum(['offered', 'required'], 'must be offered or required'), 'offered'),
  RATE_LIMITS: withDefault(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  LOG_LEVEL: withDefault(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'], 'must be a level such as info'),
    'info',
  ),
})

/** Every environment variable of the program. */
export const variableNames = Object.keys(schema.shape)

type Parsed = z.output<typeof schema>

/** The parsed environment: every value checked, defaults filled in, secrets present. */
export type Environment = Omit<Parsed, 'APP_URL' | 'SESSION_SECRET' | 'MAIL_FROM' | 'DRAIN_SECONDS'> & {
  /** The public origin, without a trailing slash. */
  APP_URL: string
  /** Signing secrets, newest first. */
  SESSION_SECRET: [string, ...string[]]
  /** Sender of every mail. */
  MAIL_FROM: string
  /** How long the process keeps responding after SIGTERM, in seconds. */
  DRAIN_SECONDS: number
}

/**
 * Parses the environment and fills in its defaults.
 *
 * With the embedded database and no SESSION_SECRET, a secret is generated once and stored in DATA_DIR.
 * @throws {EnvironmentError} with one line that names the first missing or malformed variable.
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const parsed = schema.safeParse(source)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new EnvironmentError(`${String(issue?.path[0])} ${issue?.message}`)
  }
  const values = parsed.data
  const APP_URL = values.APP_URL ?? `http://localhost:${values.PORT}`

  if (values.DATABASE_URL && !values.SESSION_SECRET) {
    throw new EnvironmentError('SESSION_SECRET is required when DATABASE_URL is set')
  }
  if (values.DATABASE_URL && (values.ADMIN_EMAIL === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    const missing = values.ADMIN_EMAIL === undefined ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD'
    throw new EnvironmentError(`${missing} is required: ADMIN_EMAIL and ADMIN_PASSWORD are set together`)
  }
  if (
    values.RATE_LIMITS === 'off' &&
    values.NODE_ENV === 'production' &&
    !isLoopback(new URL(APP_URL).hostname)
  ) {
    throw new EnvironmentError('RATE_LIMITS must be on in production, unless APP_URL is on a loopback host')
  }

  return {
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    APP_URL,
    MAIL_FROM: values.MAIL_FROM ?? values.BRAND_EMAIL,
    // Only processes that share a database server run behind a load balancer.
    DRAIN_SECONDS: values.DRAIN_SECONDS ?? (values.DATABASE_URL ? 5 : 0),
    SESSION_SECRET: (values.SESSION_SECRET as [string, ...string[]]) ?? [
      storedSecret(resolve(values.DATA_DIR)),
    ],
  }
}

function storedSecret(folder: string) {
  const file = join(folder, 'session-secret')
  try {
    if (!existsSync(file)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    }
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new EnvironmentError(`DATA_DIR cannot be used: ${(error as Error).message}`)
  }
}

function readEnvironment() {
  try {
    return parseEnvironment(process.env)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

export const env = readEnvironment()

/** Whether mails are sent: without a mail server they wait in the outbox. */
export function isMailConnected() {
  return env.SMTP_URL !== undefined
}
