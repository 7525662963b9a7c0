import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Kysely } from 'kysely'

/*
 * The tables as Kysely sees them; db/migrations creates them, and a test compares the two. Both drivers return numeric and integer columns
 * as numbers, `date` as YYYY-MM-DD, timestamps as Date and JSON parsed.
 */

/** The database, or a transaction on it. */
export type Db = Kysely<Database>

/** Set by the database on insert; a Date when read. */
type CreatedAt = ColumnType<Date, Date | undefined, never>
type Timestamp = ColumnType<Date, Date | undefined, Date>
type Json = ColumnType<unknown, string, string>

type UsersTable = {
  id: Generated<number>
  username: string
  email: string
  password_hash: string
  email_verified: Generated<boolean>
  admin: Generated<boolean>
  /** The authority of an admin to decide about referred results. */
  authority: Generated<'underwriter' | 'senior'>
  full_address: string | null
  region_state: string | null
  occupation: string | null
  created_at: CreatedAt
  last_login: Date | null
}

type SessionsTable = {
  id: Generated<number>
  token_hash: Uint8Array
  user_id: number
  created_at: CreatedAt
  last_seen_at: Timestamp
  expires_at: Date
  remember: Generated<boolean>
  user_agent: string | null
  ip_address: string | null
  /** The number of page views. */
  page_views: Generated<number>
  /** When its owner last entered the password. */
  proven_at: Timestamp
}

type SessionViewsTable = {
  id: Generated<number>
  session_id: number
  viewed_at: CreatedAt
  /** Without the query, which may contain a token. */
  path: string
}

type AuthenticatorAppsTable = {
  id: Generated<number>
  user_id: number
  encrypted_secret: Uint8Array
  /** The key that the secret is encrypted with. */
  key_id: string
  created_at: CreatedAt
  /** Null until a code has confirmed the app. */
  confirmed_at: Date | null
  /** The time step of the last accepted code, in units of 30 seconds since 1970. */
  last_step: number | null
}

type RecoveryCodesTable = {
  user_id: number
  code_hash: Uint8Array
  created_at: CreatedAt
  used_at: Date | null
}

type SavedViewsTable = {
  id: Generated<number>
  user_id: number
  list: 'quotes' | 'contacts' | 'waitlist' | 'careers' | 'results'
  name: string
  /** The query of the list's URL. */
  query: string
  created_at: CreatedAt
}

type PasskeysTable = {
  id: Generated<number>
  user_id: number
  name: string
  credential_id: string
  public_key: Uint8Array
  /** The number of its uses, if its device counts them. */
  counter: number
  /** How a browser reaches it: 'internal,hybrid'. */
  transports: string
  created_at: CreatedAt
  last_used_at: Date | null
}

type PasskeyChallengesTable = {
  token_hash: Uint8Array
  purpose: 'add' | 'second step' | 'login'
  user_id: number | null
  challenge: string
  expires_at: Date
}

/** Logins that have passed the password, and not the second step. */
type PendingLoginsTable = {
  token_hash: Uint8Array
  user_id: number
  remember: boolean
  created_at: CreatedAt
  expires_at: Date
}

type KnownDevicesTable = {
  user_id: number
  device_hash: Uint8Array
  last_seen_at: Timestamp
}

type EmailVerificationsTable = {
  id: Generated<number>
  user_id: number
  email: string
  code_hash: Uint8Array
  token_hash: Uint8Array | null
  attempts: Generated<number>
  created_at: CreatedAt
  expires_at: Date
  used_at: Date | null
}

type AccountRecoveriesTable = {
  id: Generated<number>
  user_id: number
  token_hash: Uint8Array
  created_at: CreatedAt
  expires_at: Date
  used_at: Date | null
}

type EmailChangeLinksTable = {
  id: Generated<number>
  user_id: number
  old_email: string
  token_hash: Uint8Array
  created_at: CreatedAt
  expires_at: Date
  used_at: Date | null
}

type WaitlistSubmissionsTable = {
  id: Generated<number>
  submitted_at: CreatedAt
  name: string
  email: string
  interest_level: string
  referral_source: string | null
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  ip_address: string | null
  status: Generated<string>
  note: string | null
}

type ContactSubmissionsTable = {
  id: Generated<number>
  created_at: CreatedAt
  name: string
  email: string
  phone: string | null
  inquiry_type: string
  message: string
  /** The application that it asks about, if it was sent from the page of an offer. */
  quote_submission_id: number | null
  ip_address: string | null
  responded: Generated<boolean>
  response_date: Date | null
  status: Generated<string>
  note: string | null
}

type ContactRepliesTable = {
  id: Generated<number>
  contact_submission_id: number
  sent_by: number | null
  sent_at: CreatedAt
  subject: string
  message: string
}

type CareerSubmissionsTable = {
  id: Generated<number>
  created_at: CreatedAt
  name: string
  email: string
  position: string
  experience: string
  why_join: string
  linkedin_url: string | null
  ip_address: string | null
  status: Generated<string>
  notes: string | null
}

type CareerFilesTable = {
  filename: string
  career_submission_id: number
  kind: string
  original_name: string
  content_type: string
  size: number
  bytes: Uint8Array
}

type QuoteSubmissionsTable = {
  id: Generated<number>
  submitted_at: CreatedAt
  updated_at: Timestamp
  user_id: number | null
  submission_type: Generated<string>
  status: Generated<string>
  note: string | null
  coverage_tier: string | null
  /** What the engine decided in the newest run; null before the first. */
  engine_decision: 'approved' | 'referred' | 'declined' | null
  /** The industry of the newest result; null before the first, or if it has none. */
  rated_industry: string | null
  /** The newest correction of its answers; null before one. */
  correction_id: number | null
  /** Whether the applicant has a result, and no correction has changed what it was computed from since. */
  answered: Generated<boolean>
  ip_address: string | null
  name: string
  email: string
  phone: string | null
  /** YYYY-MM-DD */
  date_of_birth: string
  gender: string
  address: string
  region_state: string
  marital_status: string
  spouse_working: string
  children_count: number
  family_size: number
  housing_status: string
  occupation: string
  job_role: string
  other_job_role: string | null
  employer_name: string
  employer_type: string
  employer_size: string
  industry: string
  /** Years at the employer. */
  employment_length: number
  employment_type: string
  work_arrangement: string
  union_membership: string
  /** US dollars a month, before tax. */
  income: number
  /** US dollars a year, before tax. */
  salary: number
  pay_type: string
  pay_schedule: string
  coverage_level: string
  credit_score: number
  bankruptcy_history: string
  background_check: string
  gov_benefits: string
  education: string
  additional_info: string | null
}

type Configured = { id: Generated<number>; created_at: CreatedAt; updated_at: Timestamp }

type JobRolesTable = Configured & { role_name: string }

type CoverageLevelsTable = Configured & { level_name: string }

type CoverageTiersTable = Configured & {
  tier_name: string
  base_premium: number | null
  vesting_months: Generated<number>
  max_monthly_benefit: number | null
  min_job_tenure_months: Generated<number>
  base_churn_rate: number | null
  claim_base_rate: number | null
  tier_churn_factor: number | null
  score_offset: number | null
  spouse_working_offset: number | null
  max_family_size_offset: number | null
  score_adjustment: number | null
  claim_severity_factor: number | null
  penalty_for_late_payment: number | null
  reward_for_early_renewal: number | null
}

type EmployerRisksTable = Configured & {
  employer_name: string
  employer_type: string | null
  employer_size: string | null
  industry: string | null
  /** 0 to 10; higher is more stable. */
  employer_stability_rating: number | null
  financial_health: string | null
  /** Layoffs, percent of employment a month. */
  layoff_frequency: number | null
  /** Reports of layoffs in the last 12 months. */
  layoff_mentions: number | null
  /** Percent. */
  sector_unemp_rate: number | null
}

type IndustryFallbacksTable = Configured & {
  industry_name: string
  avg_layoff_frequency: number | null
  industry_unemp_rate: number | null
  risk_level: string | null
}

type IndustryGenderStatsTable = Configured & {
  industry_name: string
  unemp_rate_male: number | null
  unemp_rate_female: number | null
  percent_male: number | null
  percent_female: number | null
}

type SynergyDataTable = {
  id: Generated<number>
  date_created: CreatedAt
  updated_at: Timestamp
  is_active: Generated<boolean>
  /** YYYY-MM-DD, the first day of the simulated month. */
  SimDate: string
  ScenarioName: string | null
  ScenarioMode: string | null
  Phase: string | null
  ActiveUsers: number | null
  NewlyActivated: number | null
  PremiumTotal: number | null
  ClaimsTotal: number | null
  ClaimCount: number | null
  AverageClaimSize: number | null
  LossRatio: number | null
  rbc_ratio: number | null
  ForecastedRBCRatio: number | null
  RBCRequiredThisMonth: number | null
  RBCConfLabel: string | null
  meltdown_count: Generated<number>
  Meltdown: Generated<boolean>
  PartialMeltdownFlag: Generated<boolean>
  MeltdownReason: string | null
  MeltdownProbability: number | null
  MeltdownPersistentMonths: number | null
  Meltdown0Persistent: number | null
  MeltdownConfLabel: string | null
  ExpenseForMonth: number | null
  OverheadBase: number | null
  OverheadUsed: number | null
  OverheadGrowthFactor: number | null
  OverheadShock: number | null
  ExtraOverhead: number | null
  ProfitBeforeOverhead: number | null
  ProfitAfterOverhead: number | null
  ProfitForMonth: number | null
  ReinsuranceCost: number | null
  ReserveBalance: number | null
  ProfitBalance: number | null
  leftover: number | null
  PremiumMultiplier: number | null
  ChurnMultiplier: number | null
  ChurnCount: number | null
  ConsecutiveSevereMonths: number | null
  MembershipDropRatio: number | null
  ActionsTriggered: string | null
  AvgCombinedFactor: number | null
  FracHighRisk: number | null
  CompositeBusinessHealthScore: number | null
  AvgPrem_Basic: number | null
  AvgPrem_Standard: number | null
  AvgPrem_Premium: number | null
  AvgPrem_Elite: number | null
  AvgPrem_Ultra: number | null
  meltdown_0: Generated<number>
  meltdown_1: Generated<number>
  meltdown_2: Generated<number>
  meltdown_3: Generated<number>
  partial_meltdown: Generated<number>
}

type EngineVersionsTable = {
  id: Generated<number>
  filename: string
  source: string
  /** SHA-256 in hexadecimal: of the source in interface 1, of all three parts in interface 2. */
  hash: string
  /** SHA-256 in hexadecimal of what its prices depend on, see priceHash; null in interface 1. */
  price_hash: string | null
  /** Bytes of the source in UTF-8. */
  size: number
  interface: Generated<1 | 2>
  /** The rating tables and golden cases; null in interface 1. */
  tables: Json | null
  tests: Json | null
  author_id: number | null
  note: string | null
  active: Generated<boolean>
  created_at: CreatedAt
  /** A version that is not released has never been in use. */
  state: Generated<'released' | 'proposed' | 'rejected' | 'withdrawn'>
  /** The hash of the version in use when it was proposed. */
  base: string | null
  decided_by: number | null
  decided_at: Date | null
  decision_note: string | null
  /** What the answer to each question changes; null until it has been computed. */
  effects: Json | null
}

type EngineDraftsTable = {
  user_id: number
  source: string
  note: string
  /** The hash of the version that it was based on. */
  base: string | null
  saved_at: Timestamp
}

type EngineTableDraftsTable = {
  user_id: number
  /** The rows of changed tables, by the key of the table. */
  tables: Json
  /** Changed and added golden cases by name; null is a removed one. */
  tests: Json
  note: string
  base: string | null
  saved_at: Timestamp
}

type UnderwritingResultsTable = {
  id: Generated<number>
  date_created: CreatedAt
  quote_submission_id: number
  /** The admin who ran it. */
  user_id: number | null
  decision: 'approved' | 'referred' | 'declined'
  coverage_tier: string | null
  max_coverage: number | null
  monthly_premium: number | null
  annual_premium: number | null
  ratio: number | null
  user_score: number
  combined_risk_factor: number
  calculation_details: JSONColumnType<object>
  engine_version_id: number
  engine_hash: string
  configuration_hash: string
  input: JSONColumnType<object>
  /** The industry that was rated: that of the employer's record or, without one, of the answers; empty if there is none. */
  industry: GeneratedAlways<string>
  expected_loss_ratio: number | null
  /** What a person decided about a referral, by the newest decision; null while it waits for a senior. */
  verdict: 'accepted' | 'changed' | 'declined' | null
  /** US dollars a month, of a change. */
  changed_premium: number | null
  changed_coverage: number | null
  /** The newest correction of the application when it was made. */
  correction_id: number | null
  /** Whether its factors are in `result_factors`. */
  factors_stored: Generated<boolean>
}

type ResultFactorsTable = {
  result_id: number
  factor: string
  multiplier: number
  /** Dollars a month that the factor adds to the premium. */
  dollars: number
}

type ChallengersTable = {
  id: Generated<number>
  engine_version_id: number
  named_at: CreatedAt
  named_by: number | null
  reason: string
  /** Since the last success. */
  failures: Generated<number>
  /** When it had failed too often in a row to be run again. */
  stopped_at: Date | null
  /** Runs that were left out because too many were waiting. */
  skipped: Generated<number>
  ended_at: Date | null
  ended_by: number | null
  end_reason: string | null
}

/** The result of a challenger next to `result_id` of the live version: figures, or a failure. */
type ChallengerResultsTable = {
  id: Generated<number>
  created_at: CreatedAt
  challenger_id: number
  engine_version_id: number
  engine_hash: string
  result_id: number
  quote_submission_id: number
  /** YYYY-MM-DD, the day of the input. */
  as_of: string
  live_decision: string
  live_tier: string | null
  live_premium: number
  /** Expected claims, dollars a month. */
  live_claims: number
  decision: 'approved' | 'referred' | 'declined' | null
  tier: string | null
  coverage: number | null
  premium: number | null
  claims: number | null
  details: Json | null
  failure: string | null
  /** The difference in premium where both made an offer, and the factor that moved it most. */
  change: number | null
  mover: string | null
  mover_dollars: number | null
}

type OffersTable = {
  id: Generated<number>
  result_id: number
  quote_submission_id: number
  token_hash: Uint8Array
  /** The admin who sent it. */
  sent_by: number | null
  sent_at: CreatedAt
  /** When its link stopped working: withdrawn, or replaced by a newer one. */
  withdrawn_at: Date | null
  /** What the applicant answered last. */
  answer: 'interested' | 'withdrawn' | null
  answered_at: Date | null
}

type ApplicantQuestionsTable = {
  id: Generated<number>
  quote_submission_id: number
  token_hash: Uint8Array
  message: string
  /** The admin who asked. */
  asked_by: number | null
  asked_at: CreatedAt
  withdrawn_at: Date | null
  answer: string | null
  answered_at: Date | null
  /** The admin who marked the answer as read. */
  read_by: number | null
  read_at: Date | null
}

type DecisionsTable = {
  id: Generated<number>
  created_at: CreatedAt
  result_id: number
  /** The underwriter. */
  user_id: number | null
  verdict: 'accepted' | 'changed' | 'declined'
  reason: string
  words: string
  /** The reason of a refusal or a change for the applicant. */
  told: string | null
  /** What is offered instead of what was rated. US dollars: the lump sum, and the monthly and annual premiums. */
  tier: string | null
  coverage: number | null
  loading_percent: number | null
  exclusion: string | null
  monthly: number | null
  annual: number | null
  /** The calculation of the price, if it is that of another tier. */
  rated: JSONColumnType<object> | null
  /** A proposed decision exceeds its underwriter's authority, and waits for a senior. */
  state: Generated<'final' | 'proposed'>
  confirmed_by: number | null
  confirmed_at: Date | null
}

type AnswerChange = { name: string; before: string | number | null; after: string | number | null }

/** Answers of an application that the back office has corrected. */
type CorrectionsTable = {
  id: Generated<number>
  created_at: CreatedAt
  quote_submission_id: number
  /** The admin who corrected them. */
  user_id: number | null
  reason: string
  changes: JSONColumnType<AnswerChange[]>
}

type QuoteDraftsTable = {
  id: Generated<number>
  created_at: CreatedAt
  updated_at: Timestamp
  token_hash: Uint8Array
  /** As typed, by the name of the question. */
  answers: ColumnType<Record<string, string>, string, string>
  /** The email among the answers. */
  email: string | null
  user_id: number | null
  /** The application that it was sent as. */
  quote_submission_id: number | null
}

type ImportRunsTable = {
  id: Generated<number>
  created_at: CreatedAt
  user_id: number | null
  source: string
  summary: Json
  kind: Generated<'import' | 'preview' | 'undo'>
  finished_at: Date | null
  bad_rows: Generated<unknown>
  /** The last heartbeat of the active run; null for one that was replaced. */
  seen_at: Date | null
  progress: Json | null
  undoable: Generated<boolean>
}

/** Checked rows of files that wait for their import. */
type ImportRowsTable = {
  run_id: number
  table_name: string
  line: number
  /** The key of a row: its name in lower case, or a month's date and scenario. */
  key: string
  /** In the order of the collection's columns; some may be absent. */
  values: string[]
}

/** Rows that the last import has added (no `before`), changed or removed (no `updated_at`). */
type ImportChangesTable = {
  run_id: number
  table_name: string
  /** Rows that are worked on in one statement. */
  part: number
  row_id: number
  before: Json | null
  /** That of the row after the import; null if it was removed. */
  updated_at: Date | null
}

/** Rating factors that the law of a state does not allow. */
type StateRulesTable = {
  id: Generated<number>
  created_at: CreatedAt
  updated_at: Timestamp
  state: string
  factor: string
  /** The law or the decision. */
  source: string
  note: string | null
  created_by: number | null
  updated_by: number | null
}

/** A change of a record that waits for a release, or that was decided on. */
type ConfigurationChangesTable = {
  id: Generated<number>
  created_at: CreatedAt
  user_id: number | null
  /** The slug of the collection. */
  collection: string
  action: 'create' | 'update' | 'delete'
  /** Null for a new record. */
  record_id: number | null
  /** The record's columns; null where it does not exist. */
  before: Json | null
  after: Json | null
  note: string | null
  state: Generated<'proposed' | 'released' | 'rejected' | 'withdrawn'>
  decided_by: number | null
  decided_at: Date | null
  decision_note: string | null
}

/** Changes, and a version of the engine, that go live in one act. */
type ReleasesTable = {
  id: Generated<number>
  created_at: CreatedAt
  user_id: number | null
  note: string
  version_id: number | null
  /** Null for a release at once. */
  live_from: Date | null
  state: 'scheduled' | 'live' | 'cancelled' | 'failed'
  ended_at: Date | null
  cancelled_by: number | null
  /** Why a scheduled release did not become live. */
  failure: string | null
  /** When an admin marked a failed release as read. */
  seen_at: Date | null
}

type ReleaseChangesTable = {
  release_id: number
  change_id: number
}

type RunColumns = {
  id: Generated<number>
  created_at: CreatedAt
  user_id: number | null
  parameters: Json
  status: Generated<'running' | 'done' | 'cancelled' | 'failed'>
  finished_at: Date | null
  /** The last heartbeat of the run. */
  seen_at: Timestamp
  /** What is done, from 0 to 1. */
  share: Generated<number>
  failure: string | null
  result: Json | null
}

type SimulationRunsTable = RunColumns & {
  /** The months of the first path as CSV. */
  months: string | null
}

type PortfolioFactorsTable = {
  id: Generated<number>
  created_at: CreatedAt
  factor: number
  /** The factor that was in use. */
  previous: number
  /** The simulated month at that time, and what it proposed. */
  basis: Json | null
  note: string
  user_id: number | null
  state: 'proposed' | 'released' | 'rejected' | 'withdrawn'
  decided_by: number | null
  decided_at: Date | null
}

/** A quote that a run of impact names. Premiums are in US dollars a month. */
type ImpactQuotesTable = {
  run_id: number
  kind: 'decision' | 'mover'
  /** From 0, in the order in which they are shown. */
  place: number
  quote_submission_id: number
  decision_before: string
  decision_after: string
  tier_before: string | null
  tier_after: string | null
  premium_before: number
  premium_after: number
  /** The name of the factor whose dollars changed most, and that change. */
  factor: string | null
  factor_dollars: number | null
}

type PitchDeckRequestsTable = {
  id: Generated<number>
  created_at: CreatedAt
  updated_at: Timestamp
  name: string
  email: string
  company: string | null
  reason: string | null
  status: Generated<'pending' | 'approved' | 'rejected'>
  code_hash: Uint8Array | null
  code_expires_at: Date | null
  opened_at: Date | null
  rejection_note: string | null
  applicant_told: Generated<boolean>
}

type PitchDeckAccessesTable = {
  id: Generated<number>
  request_id: number
  token_hash: Uint8Array
  created_at: CreatedAt
  expires_at: Date
}

/** The outbox: mails waiting, sent or failed. */
type SentEmailsTable = {
  id: Generated<number>
  created_at: CreatedAt
  user_id: number | null
  kind: string
  recipient: string
  sender: string
  subject: string
  body_text: string
  body_html: string
  message_id: string
  status: Generated<'pending' | 'sent' | 'failed'>
  attempts: Generated<number>
  next_attempt_at: Timestamp
  /** During an attempt: the time until which no other process starts one. */
  leased_until: Date | null
  last_error: string | null
  sent_at: Date | null
}

type AuditLogTable = {
  id: Generated<number>
  created_at: CreatedAt
  user_id: number | null
  action: string
  entity: string
  entity_id: string | null
  before: Json | null
  after: Json | null
  request_id: string | null
}

type SecurityEventsTable = {
  id: Generated<number>
  /** For a counted event, the time of the first one. */
  created_at: CreatedAt
  kind: string
  /** The account that the event is about. */
  account_id: number | null
  /** The administrator who acted on that account. */
  actor_id: number | null
  /** A keyed hash of the entered email, if no account has it. */
  email_hash: Uint8Array | null
  ip_address: string | null
  device: string | null
  request_id: string | null
  details: Generated<unknown>
  /** The key of a counted event; null for a single event. */
  bucket: string | null
  hits: Generated<number>
  last_at: Timestamp
}

type IdempotencyKeysTable = {
  scope: string
  key: string
  request_hash: string
  body: Json | null
  created_at: CreatedAt
}

type RateLimitsTable = {
  /** The limit's name and a hash of its subject. */
  key: string
  hits: number
  /** When the window ends. */
  expires_at: Date
}

/** The admin who works on an application. */
type AssignmentsTable = {
  quote_submission_id: number
  user_id: number
  created_at: CreatedAt
}

export type Database = {
  users: UsersTable
  sessions: SessionsTable
  session_views: SessionViewsTable
  known_devices: KnownDevicesTable
  authenticator_apps: AuthenticatorAppsTable
  recovery_codes: RecoveryCodesTable
  pending_logins: PendingLoginsTable
  passkeys: PasskeysTable
  saved_views: SavedViewsTable
  passkey_challenges: PasskeyChallengesTable
  email_verifications: EmailVerificationsTable
  account_recoveries: AccountRecoveriesTable
  email_change_links: EmailChangeLinksTable
  waitlist_submissions: WaitlistSubmissionsTable
  contact_submissions: ContactSubmissionsTable
  contact_replies: ContactRepliesTable
  career_submissions: CareerSubmissionsTable
  career_files: CareerFilesTable
  quote_submissions: QuoteSubmissionsTable
  assignments: AssignmentsTable
  job_roles: JobRolesTable
  coverage_levels: CoverageLevelsTable
  coverage_tiers: CoverageTiersTable
  employer_risks: EmployerRisksTable
  industry_fallbacks: IndustryFallbacksTable
  industry_gender_stats: IndustryGenderStatsTable
  synergy_data: SynergyDataTable
  engine_versions: EngineVersionsTable
  engine_drafts: EngineDraftsTable
  engine_table_drafts: EngineTableDraftsTable
  underwriting_results: UnderwritingResultsTable
  result_factors: ResultFactorsTable
  challengers: ChallengersTable
  challenger_results: ChallengerResultsTable
  offers: OffersTable
  applicant_questions: ApplicantQuestionsTable
  corrections: CorrectionsTable
  quote_drafts: QuoteDraftsTable
  decisions: DecisionsTable
  import_runs: ImportRunsTable
  import_rows: ImportRowsTable
  import_changes: ImportChangesTable
  simulation_runs: SimulationRunsTable
  portfolio_factors: PortfolioFactorsTable
  impact_runs: RunColumns
  batch_runs: RunColumns
  impact_quotes: ImpactQuotesTable
  state_rules: StateRulesTable
  configuration_changes: ConfigurationChangesTable
  releases: ReleasesTable
  release_changes: ReleaseChangesTable
  pitch_deck_requests: PitchDeckRequestsTable
  pitch_deck_accesses: PitchDeckAccessesTable
  sent_emails: SentEmailsTable
  audit_log: AuditLogTable
  security_events: SecurityEventsTable
  idempotency_keys: IdempotencyKeysTable
  rate_limits: RateLimitsTable
}
