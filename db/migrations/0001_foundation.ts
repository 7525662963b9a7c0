import { sql, type Kysely } from 'kysely'

/*
 * The tables of the beginning. A migration is frozen in time: it imports nothing of the application and is never edited once
 * it has run anywhere. Fixed choices are checks here as well as in the forms, so that no other writer can store others.
 */

const statements = [
  // Accounts and sessions
  `create table users (
    id serial primary key,
    username text not null check (length(username) between 1 and 50),
    email text not null check (length(email) <= 254),
    password_hash text not null,
    email_verified boolean not null default false,
    admin boolean not null default false,
    full_address text check (length(full_address) <= 255),
    region_state text check (length(region_state) <= 100),
    occupation text check (length(occupation) <= 100),
    created_at timestamptz not null default now(),
    last_login timestamptz
  )`,
  `create unique index users_email on users (lower(email))`,

  `create table sessions (
    id serial primary key,
    token_hash bytea not null unique,
    user_id integer not null references users on delete cascade,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null,
    remember boolean not null default false,
    user_agent text,
    ip_address text
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_expiry on sessions (expires_at)`,

  `create table email_verifications (
    id serial primary key,
    user_id integer not null references users on delete cascade,
    email text not null,
    code_hash bytea not null,
    attempts integer not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index email_verifications_user on email_verifications (user_id)`,

  `create table account_recoveries (
    id serial primary key,
    user_id integer not null references users on delete cascade,
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index account_recoveries_user on account_recoveries (user_id)`,

  // Submissions
  `create table waitlist_submissions (
    id serial primary key,
    submitted_at timestamptz not null default now(),
    name text not null check (length(name) between 1 and 100),
    email text not null check (length(email) <= 254),
    interest_level text not null check (interest_level in
      ('very-interested', 'interested', 'somewhat-interested', 'just-exploring', 'not-specified')),
    referral_source text,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    ip_address text,
    status text not null default 'Pending' check (status in ('Pending', 'Invited', 'Removed')),
    note text
  )`,
  `create index waitlist_submissions_newest on waitlist_submissions (submitted_at desc, id desc)`,

  `create table contact_submissions (
    id serial primary key,
    created_at timestamptz not null default now(),
    name text not null check (length(name) between 1 and 100),
    email text not null check (length(email) <= 254),
    phone text,
    inquiry_type text not null check (inquiry_type in ('General Question', 'Coverage Information', 'Existing Policy',
      'Claims Assistance', 'Billing Question', 'Partnership Opportunity', 'Press/Media', 'Other')),
    message text not null,
    ip_address text,
    responded boolean not null default false,
    response_date timestamptz,
    status text not null default 'Pending' check (status in ('Pending', 'Responded')),
    note text
  )`,
  `create index contact_submissions_newest on contact_submissions (created_at desc, id desc)`,

  `create table career_submissions (
    id serial primary key,
    created_at timestamptz not null default now(),
    name text not null check (length(name) between 1 and 100),
    email text not null check (length(email) <= 254),
    position text not null,
    experience text not null,
    why_join text not null,
    linkedin_url text,
    ip_address text,
    status text not null default 'Pending' check (status in ('Pending', 'Reviewing', 'Interview', 'Rejected', 'Hired')),
    notes text
  )`,
  `create index career_submissions_newest on career_submissions (created_at desc, id desc)`,

  `create table career_files (
    filename text primary key,
    career_submission_id integer not null references career_submissions on delete cascade,
    kind text not null check (kind in ('resume', 'cover letter')),
    original_name text not null,
    content_type text not null,
    size integer not null check (size between 1 and 5242880),
    bytes bytea not null
  )`,
  `create index career_files_submission on career_files (career_submission_id)`,

  `create table quote_submissions (
    id serial primary key,
    submitted_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    user_id integer references users on delete set null,
    submission_type text not null default 'quote',
    status text not null default 'Pending'
      check (status in ('Pending', 'In review', 'Quoted', 'Declined', 'Withdrawn')),
    note text,
    coverage_tier text,
    ip_address text,
    name text not null check (length(name) between 2 and 100),
    email text not null check (length(email) <= 254),
    phone text check (length(phone) <= 40),
    date_of_birth date not null,
    gender text not null check (gender in ('Male', 'Female', 'Other')),
    address text not null check (length(address) <= 255),
    region_state text not null check (region_state ~ '^[A-Z]{2}$'),
    marital_status text not null check (marital_status in ('Single', 'Married', 'Divorced')),
    spouse_working text not null check (spouse_working in ('True', 'False', 'Not Applicable')),
    children_count integer not null check (children_count between 0 and 30),
    family_size integer not null check (family_size between 1 and 40),
    housing_status text not null check (housing_status in ('Own', 'Rent', 'Mortgage', 'Other')),
    occupation text not null check (length(occupation) between 1 and 100),
    job_role text not null check (length(job_role) between 1 and 100),
    other_job_role text check (length(other_job_role) <= 100),
    employer_name text not null check (length(employer_name) between 1 and 200),
    employer_type text not null check (employer_type in
      ('Gov Related', 'Government', 'Non-Profit', 'Private', 'Publicly Traded')),
    employer_size text not null check (employer_size in ('Large (500+)', 'Medium (50-500)', 'Small (<50)')),
    industry text not null check (industry in ('Construction', 'Education and Health Services', 'Financial Activities',
      'Government', 'Information', 'Leisure and Hospitality', 'Manufacturing', 'Mining and Logging', 'Other Services',
      'Professional and Business Services', 'Retail Trade', 'Transportation and Warehousing', 'Utilities',
      'Wholesale Trade')),
    employment_length numeric(5, 2) not null check (employment_length between 0 and 80),
    employment_type text not null check (employment_type in ('Full-time', 'Part-time', 'Contractor', 'Seasonal')),
    work_arrangement text not null check (work_arrangement in ('On-site', 'Remote', 'Hybrid')),
    union_membership text not null check (union_membership in ('TRUE', 'FALSE')),
    income numeric(14, 2) not null check (income >= 0),
    salary numeric(14, 2) not null check (salary >= 0),
    pay_type text not null check (pay_type in ('Commission', 'Hourly', 'Salary', 'Tipped')),
    pay_schedule text not null check (pay_schedule in ('Weekly', 'Bi-Weekly', 'Monthly', 'Semi-Monthly')),
    coverage_level text not null check (length(coverage_level) between 1 and 100),
    credit_score integer not null check (credit_score between 300 and 850),
    bankruptcy_history text not null check (bankruptcy_history in ('None', 'Chapter 7', 'Chapter 13')),
    background_check text not null check (background_check in ('Clear', 'MinorFlag', 'MajorFlag')),
    gov_benefits text not null check (gov_benefits in ('TRUE', 'FALSE')),
    education text not null check (education in
      ('High School', 'Some College', 'Associate', 'Bachelor', 'Master', 'Doctorate')),
    additional_info text check (length(additional_info) <= 5000)
  )`,
  `create index quote_submissions_newest on quote_submissions (submitted_at desc, id desc)`,
  `create index quote_submissions_user on quote_submissions (user_id)`,

  // The seven configuration tables
  `create table job_roles (
    id serial primary key,
    role_name text not null check (length(role_name) between 1 and 100),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index job_roles_name on job_roles (lower(role_name))`,

  `create table coverage_levels (
    id serial primary key,
    level_name text not null check (length(level_name) between 1 and 100),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index coverage_levels_name on coverage_levels (lower(level_name))`,

  `create table coverage_tiers (
    id serial primary key,
    tier_name text not null check (length(tier_name) between 1 and 100),
    base_premium numeric(12, 2),
    vesting_months integer not null default 0,
    max_monthly_benefit numeric(12, 2),
    min_job_tenure_months integer not null default 0,
    base_churn_rate numeric(12, 4),
    claim_base_rate numeric(12, 4),
    tier_churn_factor numeric(12, 4),
    score_offset numeric(12, 4),
    spouse_working_offset numeric(12, 4),
    max_family_size_offset numeric(12, 4),
    score_adjustment numeric(12, 4),
    claim_severity_factor numeric(12, 4),
    penalty_for_late_payment numeric(12, 4),
    reward_for_early_renewal numeric(12, 4),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index coverage_tiers_name on coverage_tiers (lower(tier_name))`,

  `create table employer_risks (
    id serial primary key,
    employer_name text not null check (length(employer_name) between 1 and 200),
    employer_type text,
    employer_size text,
    industry text,
    employer_stability_rating numeric(12, 4) check (employer_stability_rating between 0 and 10),
    financial_health text check (length(financial_health) <= 50),
    layoff_frequency numeric(12, 4) check (layoff_frequency between 0 and 100),
    layoff_mentions integer check (layoff_mentions >= 0),
    sector_unemp_rate numeric(12, 4) check (sector_unemp_rate between 0 and 100),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index employer_risks_name on employer_risks (lower(employer_name))`,

  `create table industry_fallbacks (
    id serial primary key,
    industry_name text not null check (length(industry_name) between 1 and 100),
    avg_layoff_frequency numeric(12, 4) check (avg_layoff_frequency between 0 and 100),
    industry_unemp_rate numeric(12, 4) check (industry_unemp_rate between 0 and 100),
    risk_level text check (length(risk_level) <= 50),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index industry_fallbacks_name on industry_fallbacks (lower(industry_name))`,

  `create table industry_gender_stats (
    id serial primary key,
    industry_name text not null check (length(industry_name) between 1 and 100),
    unemp_rate_male numeric(12, 4) check (unemp_rate_male between 0 and 100),
    unemp_rate_female numeric(12, 4) check (unemp_rate_female between 0 and 100),
    percent_male numeric(12, 4) check (percent_male between 0 and 100),
    percent_female numeric(12, 4) check (percent_female between 0 and 100),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index industry_gender_stats_name on industry_gender_stats (lower(industry_name))`,

  `create table synergy_data (
    id serial primary key,
    date_created timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    is_active boolean not null default true,
    "SimDate" date not null,
    "ScenarioName" text,
    "ScenarioMode" text,
    "Phase" text,
    "ActiveUsers" integer,
    "NewlyActivated" integer,
    "PremiumTotal" numeric(18, 2),
    "ClaimsTotal" numeric(18, 2),
    "ClaimCount" integer,
    "AverageClaimSize" numeric(18, 2),
    "LossRatio" numeric(12, 4),
    rbc_ratio numeric(16, 4),
    "ForecastedRBCRatio" numeric(16, 4),
    "RBCRequiredThisMonth" numeric(18, 2),
    "RBCConfLabel" text,
    meltdown_count integer not null default 0,
    "Meltdown" boolean not null default false,
    "PartialMeltdownFlag" boolean not null default false,
    "MeltdownReason" text,
    "MeltdownProbability" numeric(12, 4),
    "MeltdownPersistentMonths" integer,
    "Meltdown0Persistent" integer,
    "MeltdownConfLabel" text,
    "ExpenseForMonth" numeric(18, 2),
    "OverheadBase" numeric(18, 2),
    "OverheadUsed" numeric(18, 2),
    "OverheadGrowthFactor" numeric(16, 4),
    "OverheadShock" numeric(18, 2),
    "ExtraOverhead" numeric(18, 2),
    "ProfitBeforeOverhead" numeric(18, 2),
    "ProfitAfterOverhead" numeric(18, 2),
    "ProfitForMonth" numeric(18, 2),
    "ReinsuranceCost" numeric(18, 2),
    "ReserveBalance" numeric(18, 2),
    "ProfitBalance" numeric(18, 2),
    leftover numeric(18, 2),
    "PremiumMultiplier" numeric(12, 4),
    "ChurnMultiplier" numeric(12, 4),
    "ChurnCount" integer,
    "ConsecutiveSevereMonths" integer,
    "MembershipDropRatio" numeric(12, 4),
    "ActionsTriggered" text,
    "AvgCombinedFactor" numeric(12, 4),
    "FracHighRisk" numeric(12, 4),
    "CompositeBusinessHealthScore" numeric(12, 4),
    "AvgPrem_Basic" numeric(14, 2),
    "AvgPrem_Standard" numeric(14, 2),
    "AvgPrem_Premium" numeric(14, 2),
    "AvgPrem_Elite" numeric(14, 2),
    "AvgPrem_Ultra" numeric(14, 2),
    meltdown_0 integer not null default 0,
    meltdown_1 integer not null default 0,
    meltdown_2 integer not null default 0,
    meltdown_3 integer not null default 0,
    partial_meltdown integer not null default 0
  )`,
  `create index synergy_data_newest on synergy_data ("SimDate" desc, id desc) where is_active`,

  // Underwriting
  `create table engine_versions (
    id serial primary key,
    filename text not null unique,
    source text not null check (length(source) between 1 and 262144),
    hash text not null check (hash ~ '^[0-9a-f]{64}$'),
    size integer not null,
    author_id integer references users on delete set null,
    note text,
    active boolean not null default false,
    created_at timestamptz not null default now()
  )`,
  `create unique index engine_versions_active on engine_versions (active) where active`,

  `create table underwriting_results (
    id serial primary key,
    date_created timestamptz not null default now(),
    quote_submission_id integer not null references quote_submissions on delete cascade,
    user_id integer references users on delete set null,
    decision text not null check (decision in ('approved', 'referred', 'declined')),
    coverage_tier text,
    max_coverage numeric(14, 2) check (max_coverage >= 0),
    monthly_premium numeric(14, 2) check (monthly_premium >= 0),
    annual_premium numeric(14, 2) check (annual_premium >= 0),
    ratio numeric(16, 4) check (ratio >= 0),
    user_score numeric(8, 4) not null check (user_score between 0 and 100),
    combined_risk_factor numeric(12, 4) not null check (combined_risk_factor >= 0),
    calculation_details jsonb not null,
    engine_version_id integer not null references engine_versions,
    engine_hash text not null,
    configuration_hash text not null,
    input jsonb not null
  )`,
  `create index underwriting_results_quote on underwriting_results (quote_submission_id, id desc)`,

  `create table import_runs (
    id serial primary key,
    created_at timestamptz not null default now(),
    user_id integer references users on delete set null,
    source text not null,
    summary jsonb not null
  )`,

  // Investor access, mail and the office's own records
  `create table pitch_deck_requests (
    id serial primary key,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    name text not null check (length(name) between 1 and 100),
    email text not null check (length(email) <= 254),
    company text check (length(company) <= 200),
    reason text check (length(reason) <= 2000),
    status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
    code_hash bytea unique,
    code_expires_at timestamptz,
    opened_at timestamptz
  )`,
  `create unique index pitch_deck_requests_email on pitch_deck_requests (lower(email))`,

  `create table sent_emails (
    id serial primary key,
    created_at timestamptz not null default now(),
    user_id integer references users on delete set null,
    kind text not null,
    recipient text not null,
    sender text not null,
    subject text not null,
    body_text text not null,
    body_html text not null,
    message_id text not null unique,
    status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    last_error text,
    sent_at timestamptz
  )`,
  `create index sent_emails_due on sent_emails (next_attempt_at) where status = 'pending'`,
  `create index sent_emails_user on sent_emails (user_id, id desc)`,

  `create table audit_log (
    id serial primary key,
    created_at timestamptz not null default now(),
    user_id integer references users on delete set null,
    action text not null,
    entity text not null,
    entity_id text,
    before jsonb,
    after jsonb,
    request_id text
  )`,
  `create index audit_log_newest on audit_log (created_at desc, id desc)`,
  `create index audit_log_entity on audit_log (entity, entity_id)`,

  `create table idempotency_keys (
    scope text not null,
    key text not null,
    request_hash text not null,
    body jsonb,
    created_at timestamptz not null default now(),
    primary key (scope, key)
  )`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
