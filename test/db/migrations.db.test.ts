import { expect, test } from 'vitest'

import { maskSecrets } from '~/domain/mail/mail.server'

import { up as maskSentMails } from '../../db/migrations/0014_mask_sent_mails'
import { provideDatabase } from '../support/database'

const provided = provideDatabase()

test('mails that were sent before are masked as those that are sent now; others keep what they are to hand over', async () => {
  const { db } = provided
  const text = [
    'Codes:',
    '',
    '    123456',
    '    ABCD-EFGH',
    '',
    'https://x.example/account-recovery/reset?token=a-token',
    'https://x.example/a?b=1&code=654321&c=2 https://x.example/QUOTE/a-link.',
    '   three blanks are a line like others',
    'Bye.',
    '',
  ].join('\n')
  const mail = { kind: 'recovery', recipient: 'ann@example.com', sender: 's@x.example', subject: '-' }
  await db
    .insertInto('sent_emails')
    .values(
      (['sent', 'pending', 'failed'] as const).map((status) => ({
        ...mail,
        status,
        body_text: text,
        body_html: '<p>a-token</p>',
        message_id: `<${status}@x.example>`,
      })),
    )
    .execute()
  await maskSentMails(db as never)
  const rows = await db
    .selectFrom('sent_emails')
    .select(['status', 'body_text', 'body_html'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { status: 'sent', body_text: maskSecrets(text), body_html: '' },
    { status: 'pending', body_text: text, body_html: '<p>a-token</p>' },
    { status: 'failed', body_text: text, body_html: '<p>a-token</p>' },
  ])
})
