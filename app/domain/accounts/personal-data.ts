import type { Database } from '../../../db/schema'
import { questions } from '~/domain/quotes/questions'

/** The text, date, document and byte columns of a table that are about a person, and those that are not. */
type Declared = { personal: readonly string[]; other: readonly string[] }

/**
 * Personal data, declared table by table; a table without any is null. Tests check the deletion of an account against this list, and the
 * list against the database's catalog, so that neither misses a new column.
 */
export const personalData: Record<keyof Database, Declared | null> = {
  users: {
    personal: ['username', 'email', 'full_address', 'region_state', 'occupation'],
    other: ['password_hash', 'authority'],
  },
  sessions: { personal: ['ip_address', 'user_agent'], other: ['token_hash'] },
  session_views: { personal: ['path'], other: [] },
  known_devices: { personal: [], other: ['device_hash'] },
  authenticator_apps: { personal: [], other: ['encrypted_secret', 'key_id'] },
  recovery_codes: { personal: [], other: ['code_hash'] },
  pending_logins: { personal: [], other: ['token_hash'] },
  passkeys: { personal: ['name'], other: ['credential_id', 'public_key', 'transports'] },
  saved_views: { personal: ['name', 'query'], other: ['list'] },
  passkey_challenges: { personal: [], other: ['token_hash', 'purpose', 'challenge'] },
  email_verifications: { personal: ['email'], other: ['code_hash', 'token_hash'] },
  account_recoveries: { personal: [], other: ['token_hash'] },
  email_change_links: { personal: ['old_email'], other: ['token_hash'] },
  waitlist_submissions: {
    personal: ['name', 'email', 'interest_level', 'ip_address', 'note'],
    other: ['referral_source', 'utm_source', 'utm_medium', 'utm_campaign', 'status'],
  },
  contact_submissions: {
    personal: ['name', 'email', 'phone', 'inquiry_type', 'message', 'ip_address', 'note'],
    other: ['status'],
  },
  contact_replies: { personal: ['subject', 'message'], other: [] },
  career_submissions: {
    personal: ['name', 'email', 'position', 'experience', 'why_join', 'linkedin_url', 'ip_address', 'notes'],
    other: ['status'],
  },
  career_files: { personal: ['original_name', 'bytes'], other: ['filename', 'kind', 'content_type'] },
  quote_submissions: {
    personal: [...questions.map(({ name }) => name), 'ip_address', 'note'],
    other: ['submission_type', 'status', 'coverage_tier', 'engine_decision', 'rated_industry'],
  },
  assignments: null,
  underwriting_results: {
    personal: ['input', 'calculation_details'],
    other: ['decision', 'verdict', 'coverage_tier', 'industry', 'engine_hash', 'configuration_hash'],
  },
  result_factors: { personal: ['factor'], other: [] },
  challengers: null,
  challenger_results: {
    personal: ['details', 'failure', 'mover'],
    other: ['engine_hash', 'as_of', 'live_decision', 'live_tier', 'decision', 'tier'],
  },
  offers: { personal: [], other: ['token_hash', 'answer'] },
  applicant_questions: { personal: ['message', 'answer'], other: ['token_hash'] },
  decisions: {
    personal: ['words', 'told', 'exclusion', 'rated'],
    other: ['verdict', 'reason', 'tier', 'state'],
  },
  corrections: { personal: ['reason', 'changes'], other: [] },
  quote_drafts: { personal: ['answers', 'email'], other: ['token_hash'] },
  pitch_deck_requests: {
    personal: ['name', 'email', 'company', 'reason', 'rejection_note'],
    other: ['status', 'code_hash'],
  },
  pitch_deck_accesses: { personal: [], other: ['token_hash'] },
  sent_emails: {
    personal: ['recipient', 'subject', 'body_text', 'body_html', 'last_error'],
    other: ['kind', 'sender', 'message_id', 'status'],
  },
  audit_log: { personal: ['before', 'after'], other: ['action', 'entity', 'entity_id', 'request_id'] },
  security_events: {
    personal: ['email_hash', 'ip_address', 'device', 'details'],
    other: ['kind', 'request_id', 'bucket'],
  },
  idempotency_keys: { personal: ['body'], other: ['scope', 'key', 'request_hash'] },
  rate_limits: { personal: [], other: ['key'] },
  job_roles: null,
  coverage_levels: null,
  coverage_tiers: null,
  employer_risks: null,
  industry_fallbacks: null,
  industry_gender_stats: null,
  synergy_data: null,
  engine_versions: null,
  engine_drafts: null,
  engine_table_drafts: null,
  import_runs: null,
  import_rows: null,
  import_changes: null,
  simulation_runs: null,
  portfolio_factors: null,
  impact_runs: null,
  batch_runs: null,
  impact_quotes: {
    personal: [],
    other: ['kind', 'decision_before', 'decision_after', 'tier_before', 'tier_after', 'factor'],
  },
  state_rules: null,
  configuration_changes: null,
  releases: null,
  release_changes: null,
}
