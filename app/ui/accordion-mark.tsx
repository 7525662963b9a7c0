/** The arrow at the end of a line that opens; the styles turn it. */
export function AccordionMark() {
  return (
    <svg className="accordion-mark" viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
      <path d="M2 5l6 6 6-6" />
    </svg>
  )
}
