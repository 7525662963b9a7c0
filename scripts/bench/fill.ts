// Fills the benchmarks' large tables, by statements that create all rows at once.

import type pg from 'pg'

/**
 * Quotes under 20 by 5,000 names, one a minute, the newest sent now; one in a thousand is withdrawn, one in 10,000 has
 * a tier and its own industry. The indexes are created afterwards, which is faster.
 */
export async function fillQuotes(client: pg.Client, rows: number) {
  await withoutIndexes(client, 'quote_submissions', () =>
    client.query(
      `insert into quote_submissions (submitted_at, status, name, email, phone, date_of_birth, gender, address,
      region_state, marital_status, spouse_working, children_count, family_size, housing_status, occupation, job_role,
      employer_name, employer_type, employer_size, industry, employment_length, employment_type, work_arrangement,
      union_membership, income, salary, pay_type, pay_schedule, coverage_level, credit_score, bankruptcy_history,
      background_check, gov_benefits, education, coverage_tier, rated_industry)
    select now() - ($1 - n) * interval '1 minute',
      case when n % 1000 = 0 then 'Withdrawn' else (array['Pending', 'In review', 'Quoted', 'Declined'])[1 + n % 4] end,
      (array['Ann', 'Bob', 'Cara', 'Dan', 'Eve', 'Finn', 'Greta', 'Hugo', 'Ines', 'Jon', 'Kira', 'Leo', 'Mia', 'Ned',
        'Olga', 'Paul', 'Quinn', 'Rosa', 'Sam', 'Tess'])[1 + (n / 7) % 20] || ' ' || initcap(substr(md5((n % 5000)::text), 1, 8)),
      'person' || n || '@example.com', '(555) ' || lpad((n % 10000000)::text, 7, '0'), '1990-01-02', 'Female',
      n || ' Main Street', 'NY', 'Single', 'Not Applicable', 0, 1, 'Rent', 'Diver', 'Diver', 'Employer ' || n % 3000,
      'Private', 'Small (<50)', 'Information', 2.5, 'Full-time', 'Remote', 'FALSE', 2000 + n % 8000, 54000, 'Salary',
      'Monthly', 'standard', 700, 'None', 'Clear', 'FALSE', 'Master',
      case when n % 10000 = 0 then 'Retired' else 'Elite' end, case when n % 10000 = 0 then 'Mining' end
    from generate_series(1, $1::int) n`,
      [rows],
    ),
  )
}

/** Repeats the months of the table, each time under a new scenario name; one row in 100,000 has a rare word. */
export async function fillSynergy(client: pg.Client, rows: number) {
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns where table_schema = 'public'
      and table_name = 'synergy_data' and column_name not in ('id', 'date_created', 'updated_at')`,
  )
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => {
    if (name === '"ScenarioName"') return `'scenario ' || n / 48`
    if (name === '"MeltdownReason"')
      return `case when n % 100000 = 50000 then 'quagga' else "MeltdownReason" end`
    return name
  })
  await withoutIndexes(client, 'synergy_data', () =>
    client.query(
      `with months as (select row_number() over (order by id) - 1 as month, * from synergy_data)
      insert into synergy_data (${names.join()}) select ${values.join()}
      from generate_series(1, $1::int) n join months on month = n % (select count(*) from months)`,
      [rows],
    ),
  )
}

/** Customers, so that searches find more than administrators. */
export async function fillAccounts(client: pg.Client, rows: number) {
  await client.query(
    `insert into users (username, email, password_hash, admin)
    select 'Person ' || n, 'account' || n || '@example.com', 'none', n <= 20 from generate_series(1, $1::int) n`,
    [rows],
  )
  await client.query('vacuum (analyze) users')
}

/** Nine in ten by one administrator; ten entries by another, five of a rare kind. */
export async function fillAudit(client: pg.Client, rows: number) {
  await withoutIndexes(client, 'audit_log', () =>
    client.query(
      `insert into audit_log (created_at, user_id, action, entity, entity_id, before, after)
    select now() - ($1 - n) * interval '5 minutes',
      (select id from users where lower(email) = 'account' || case when n % 10000 = 0 then 2 when n % 10 = 0 then 3 else 1 end || '@example.com'),
      case when n % 20000 = 0 then 'restore' else (array['create', 'update', 'delete', 'view', 'export'])[1 + n % 5] end,
      (array['quote submission', 'contact submission', 'coverage tier', 'job role'])[1 + n % 4], n::text,
      '{"status": "Pending"}', '{"status": "Quoted"}'
    from generate_series(1, $1::int) n`,
      [rows],
    ),
  )
}

/** Copies of the newest result, one for each of the first quotes; one in 20,000 declined, one in 10,000 in its own tier. Of the
 * referred ones a third is accepted by a person, one in 3,333 changed, and as many declined. */
export async function fillResults(client: pg.Client, rows: number) {
  await withoutIndexes(client, 'underwriting_results', () =>
    client.query(
      `insert into underwriting_results (date_created, quote_submission_id, user_id, decision, coverage_tier, max_coverage,
      monthly_premium, annual_premium, ratio, user_score, combined_risk_factor, calculation_details, engine_version_id,
      engine_hash, configuration_hash, input, expected_loss_ratio, factors_stored, verdict, changed_premium)
    select now() - ($1 - n) * interval '5 minutes', quote.id, r.user_id,
      case when n % 20000 = 0 then 'declined' when n % 3 = 0 then 'referred' else 'approved' end,
      case when n % 10000 = 0 then 'Retired' else (array['Basic', 'Standard', 'Premium', 'Elite', 'Ultra'])[1 + n % 5] end,
      r.max_coverage, 20 + n::bigint * 7919 % 20000 / 100.0, r.annual_premium, r.ratio, n::bigint * 104729 % 10000 / 100.0,
      0.5 + n::bigint * 1299709 % 20000 / 10000.0, r.calculation_details, r.engine_version_id, r.engine_hash, r.configuration_hash, r.input,
      0.3 + n::bigint * 15485863 % 5000 / 10000.0, true,
      case when n % 20000 = 0 or n % 3 > 0 then null when n % 9999 = 3 then 'changed' when n % 9999 = 6 then 'declined'
        when n % 9 = 0 then 'accepted' end,
      case when n % 9999 = 3 and n % 20000 > 0 then 50 end
    from generate_series(1, $1::int) n
    join (select id, row_number() over (order by id) as place from quote_submissions) quote on quote.place = n
    cross join (select * from underwriting_results order by id desc limit 1) r`,
      [rows],
    ),
  )
}

/** The factors of the results: those of the newest, with other dollars. */
export async function fillFactors(client: pg.Client) {
  await withoutIndexes(client, 'result_factors', () =>
    client.query(
      `insert into result_factors
      select result.id, one.factor, one.multiplier, result.id::bigint * 32452843 % 20000 / 100.0 - 50
      from underwriting_results result
      cross join (select * from result_factors where result_id = (select min(result_id) from result_factors)) one
      on conflict do nothing`,
    ),
  )
}

/** Sent, except for one in a thousand that waits and as many that failed. */
export async function fillMails(client: pg.Client, rows: number) {
  await withoutIndexes(client, 'sent_emails', () =>
    client.query(
      `insert into sent_emails (created_at, kind, recipient, sender, subject, body_text, body_html, message_id, status,
      attempts, sent_at)
    select now() - ($1 - n) * interval '5 minutes', 'contact received', 'person' || n || '@example.com', 'office@example.com',
      'We have your message', repeat('Some words. ', 100), repeat('<p>Some words.</p> ', 200), '<' || n || '@example.com>',
      case n % 1000 when 0 then 'pending' when 1 then 'failed' else 'sent' end, 1,
      case when n % 1000 > 1 then now() - ($1 - n) * interval '5 minutes' end
    from generate_series(1, $1::int) n`,
      [rows],
    ),
  )
}

/** The submissions of the other three forms. */
export async function fillOtherForms(client: pg.Client, rows: number) {
  const sent = `now() - ($1 - n) * interval '5 minutes'`
  await client.query(
    `insert into contact_submissions (created_at, name, email, inquiry_type, message)
    select ${sent}, 'Ann ' || n, 'person' || n || '@example.com', 'Other', 'Some words. Some more.'
    from generate_series(1, $1::int) n`,
    [rows],
  )
  await client.query(
    `insert into waitlist_submissions (submitted_at, name, email, interest_level)
    select ${sent}, 'Ann ' || n, 'person' || n || '@example.com', 'interested' from generate_series(1, $1::int) n`,
    [rows],
  )
  await client.query(
    `insert into career_submissions (created_at, name, email, position, experience, why_join)
    select ${sent}, 'Ann ' || n, 'person' || n || '@example.com', 'Actuary', 'Ten years.', 'To build something.'
    from generate_series(1, $1::int) n`,
    [rows],
  )
  await client.query('vacuum (analyze) contact_submissions, waitlist_submissions, career_submissions')
}

/** Fills a table, recreates its indexes, and analyzes it as a server's autovacuum does. */
async function withoutIndexes(client: pg.Client, table: string, fill: () => Promise<unknown>) {
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = $1
      and indexname not in (select conname from pg_constraint)`,
    [table],
  )
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  await fill()
  for (const { indexdef } of indexes) await client.query(indexdef)
  await client.query(`vacuum (analyze) ${table}`)
}
