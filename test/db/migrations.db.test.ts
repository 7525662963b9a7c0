import { sql, type Migration } from 'kysely'
import { expect, test } from 'vitest'

import { maskSecrets } from '~/domain/mail/mail.server'

import { up as maskSentMails } from '../../db/migrations/0014_mask_sent_mails'
import { provideDatabase } from '../support/database'

const provided = provideDatabase()

test('mails sent earlier are masked like new ones; the others keep the codes and links still to be delivered', async () => {
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

test('a database whose imports exchanged tables keeps its rows, its past runs and its ids', async () => {
  const { db } = provided
  const migrations = Object.entries(
    import.meta.glob<Migration>('../../db/migrations/*.ts', { eager: true }),
  ).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const at = migrations.findIndex(([path]) => path.endsWith('0016_imports.ts'))
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  for (const [, { up }] of migrations.slice(0, at)) await up(db as never)

  await sql`insert into incoming.industry_fallbacks (industry_name) values ('Diving')`.execute(db)
  await sql`alter table industry_fallbacks set schema between_imports`.execute(db)
  await sql`alter table incoming.industry_fallbacks set schema public`.execute(db)
  await sql`insert into import_runs (source, summary) values ('own.csv', '{"message": "Done"}')`.execute(db)
  for (const [, { up }] of migrations.slice(at)) await up(db as never)

  await sql`insert into industry_fallbacks (industry_name) values ('Flying')`.execute(db)
  const rows = await db
    .selectFrom('industry_fallbacks')
    .select(['id', 'industry_name'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: 1, industry_name: 'Diving' },
    { id: 2, industry_name: 'Flying' },
  ])
  expect(await db.selectFrom('import_runs').select(['source', 'summary', 'undoable']).execute()).toEqual([
    { source: 'own.csv', summary: { message: 'Done' }, undoable: false },
  ])
  const { rows: schemas } = await sql`
    select nspname from pg_namespace where nspname in ('incoming', 'before_import', 'between_imports')`.execute(
    db,
  )
  expect(schemas).toEqual([])
})
