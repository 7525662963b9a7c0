import type { Database } from '../../../db/schema'

/** Hidden values never leave the database; masked ones do so without the links and codes that they contain. */
export type Visibility = 'hidden' | 'masked' | 'shown'

/**
 * Every secret column, and every column whose name or type only makes it look secret. A session's id is not secret:
 * authentication uses the token, of which the table stores a hash.
 */
const declared: { [Table in keyof Database]?: { [Column in keyof Database[Table]]?: Visibility } } = {
  users: { password_hash: 'hidden' },
  sessions: { token_hash: 'hidden' },
  known_devices: { device_hash: 'hidden' },
  authenticator_apps: { encrypted_secret: 'hidden', key_id: 'hidden' },
  recovery_codes: { code_hash: 'hidden' },
  pending_logins: { token_hash: 'hidden' },
  passkeys: { credential_id: 'hidden', public_key: 'hidden' },
  passkey_challenges: { token_hash: 'hidden', challenge: 'hidden' },
  email_verifications: { code_hash: 'hidden', token_hash: 'hidden' },
  account_recoveries: { token_hash: 'hidden' },
  email_change_links: { token_hash: 'hidden' },
  career_files: { bytes: 'hidden' },
  pitch_deck_requests: { code_hash: 'hidden', code_expires_at: 'shown' },
  pitch_deck_accesses: { token_hash: 'hidden' },
  sent_emails: { body_text: 'masked', body_html: 'hidden' },
  offers: { token_hash: 'hidden' },
  applicant_questions: { token_hash: 'hidden' },
  quote_drafts: { token_hash: 'hidden' },
  security_events: { email_hash: 'hidden' },
  idempotency_keys: { key: 'hidden', request_hash: 'hidden', body: 'hidden' },
  rate_limits: { key: 'hidden' },
  engine_versions: { hash: 'shown', price_hash: 'shown' }, // of the engine's source, which the back office shows
  import_rows: { key: 'shown' }, // what a row is matched by
  underwriting_results: { engine_hash: 'shown', configuration_hash: 'shown' },
  challenger_results: { engine_hash: 'shown' },
}

export const secretColumns = declared as Record<string, Record<string, Visibility> | undefined>

/** Whether the type or name of a column requires a declaration above. */
export function looksSensitive(column: string, type: string) {
  return (
    type === 'bytea' || /hash|token|secret|password|passwd|code|otp|body|bytes|salt|(?:^|_)key/i.test(column)
  )
}

/** Returns the visibility of a column. One that looks secret and is not declared is hidden. */
export function visibilityOf(table: string, column: string, type: string): Visibility {
  const columns = Object.hasOwn(secretColumns, table) ? secretColumns[table] : undefined
  if (columns && Object.hasOwn(columns, column)) return columns[column] ?? 'hidden'
  return looksSensitive(column, type) ? 'hidden' : 'shown'
}
