import { sql, type Kysely } from 'kysely'

/* What a mail handed over is masked once it is sent: a copy of the database holds no links and codes that still work. */

export async function up(db: Kysely<unknown>) {
  await sql`
    update sent_emails set
      body_html = '',
      body_text = regexp_replace(
        regexp_replace(body_text, '(^|\\n) {4}\\S[^\\n]*', '\\1    ••••••', 'g'),
        '([?&](?:token|code|accessCode)=|/quote/)[^&\\s]+', '\\1••••••', 'gi')
    where status = 'sent'`.execute(db)
}
