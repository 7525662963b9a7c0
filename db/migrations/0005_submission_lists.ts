import { sql, type Kysely } from 'kysely'

/*
 * What the lists of submissions are sorted, filtered and searched by. A place in a sorted list is a value and an id, so each order has
 * both. The words that are searched are parted by any punctuation.
 */

const words = (columns: string) =>
  `to_tsvector('simple', translate(${columns}, '!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~', repeat(' ', 32)))`

const lists = [
  {
    table: 'quote_submissions',
    sent: 'submitted_at',
    orders: ['lower(name)', 'lower(email)', 'status', 'income'],
    searched: `name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || employer_name`,
  },
  {
    table: 'contact_submissions',
    sent: 'created_at',
    orders: ['lower(name)', 'lower(email)', 'status'],
    searched: `name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || message`,
  },
  {
    table: 'waitlist_submissions',
    sent: 'submitted_at',
    orders: ['lower(name)', 'lower(email)', 'status'],
    searched: `name || ' ' || email || ' ' || coalesce(referral_source, '') || ' ' || coalesce(utm_source, '') || ' ' || coalesce(utm_campaign, '')`,
  },
  {
    table: 'career_submissions',
    sent: 'created_at',
    orders: ['lower(name)', 'lower(email)', 'status', 'lower(position)'],
    searched: `name || ' ' || email || ' ' || position`,
  },
]

export async function up(db: Kysely<unknown>) {
  for (const { table, sent, orders, searched } of lists) {
    for (const order of orders) {
      const name = `${table}_by_${order.replace(/lower\((\w+)\)/, '$1')}`
      await sql.raw(`create index ${name} on ${table} (${order}, id)`).execute(db)
    }
    await sql.raw(`create index ${table}_status_newest on ${table} (status, ${sent}, id)`).execute(db)
    await sql.raw(`create index ${table}_words on ${table} using gin (${words(searched)})`).execute(db)
  }
}
