import { describe, expect, test } from 'vitest'

import { isSending } from '~/ui/use-is-sending'

const formData = new FormData()
formData.set('intent', 'decide')
const posted = {
  formMethod: 'POST',
  formAction: '/admin/underwriting/result/1?from=work#decision',
  formData,
} as const
const idle = {
  formMethod: undefined,
  formAction: undefined,
  formData: undefined,
}

describe('a form is being sent', () => {
  test('from its press until the next page has loaded', () => {
    expect(isSending(idle, {})).toBe(false)
    expect(isSending({ ...posted, formMethod: 'GET' }, {})).toBe(false)
    // Remix keeps these while the page of a redirect loads.
    expect(isSending(posted, {})).toBe(true)
  })

  test('to its page, whatever the query', () => {
    expect(isSending(posted, { action: '/admin/underwriting/result/1#replay' })).toBe(true)
    expect(isSending(posted, { action: '/admin/underwriting/result/12' })).toBe(false)
    expect(isSending(posted, { action: '/admin/underwriting/result' })).toBe(false)
  })

  test('for one of the intents of its page', () => {
    expect(isSending(posted, { intent: 'decide' })).toBe(true)
    expect(isSending(posted, { action: posted.formAction, intent: 'replay' })).toBe(false)
  })
})
