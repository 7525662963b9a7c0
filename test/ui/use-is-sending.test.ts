import { describe, expect, test } from 'vitest'

import { isSending } from '~/ui/use-is-sending'

const formData = new FormData()
formData.set('intent', 'decide')
const page = { pathname: '/admin/underwriting/result/1', search: '', hash: '', key: 'a', state: null }
const posted = {
  state: 'submitting',
  location: page,
  formMethod: 'POST',
  formAction: '/admin/underwriting/result/1?from=work#decision',
  formData,
} as const
const idle = {
  state: 'idle',
  location: undefined,
  formMethod: undefined,
  formAction: undefined,
  formData: undefined,
} as const

describe('a form is being sent', () => {
  test('from its press until the next page has loaded', () => {
    expect(isSending(idle, page)).toBe(false)
    expect(isSending({ ...posted, formMethod: 'GET' }, page)).toBe(false)
    expect(isSending(posted, page)).toBe(true)
    const other = { ...page, pathname: '/admin/work' }
    expect(isSending({ ...posted, state: 'loading', location: other }, page)).toBe(true)
  })

  test('until its errors are shown, which is before its page has loaded again', () => {
    expect(isSending({ ...posted, state: 'loading' }, page)).toBe(false)
  })

  test('while its own page loads after a redirect', () => {
    const location = { ...page, state: { _isRedirect: true } }
    expect(isSending({ ...posted, state: 'loading', location }, page)).toBe(true)
  })

  test('to its page, whatever the query', () => {
    expect(isSending(posted, page, { action: '/admin/underwriting/result/1#replay' })).toBe(true)
    expect(isSending(posted, page, { action: '/admin/underwriting/result/12' })).toBe(false)
    expect(isSending(posted, page, { action: '/admin/underwriting/result' })).toBe(false)
  })

  test('for one of the intents of its page', () => {
    expect(isSending(posted, page, { intent: 'decide' })).toBe(true)
    expect(isSending(posted, page, { action: posted.formAction, intent: 'replay' })).toBe(false)
  })
})
