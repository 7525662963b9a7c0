/** The logo: a line made fast around a bollard. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M9 8v16M23 8v16M9 13c5 0 9 6 14 6M23 13c-5 0-9 6-14 6" />
    </svg>
  )
}
