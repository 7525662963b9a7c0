import { useEffect, useRef, type ReactNode } from 'react'

import { isEdited } from '~/ui/drafts'

/** The questions after the first step, for people who prefer to answer all on one page. Opens when a restored draft has answers there. */
export function AllQuestions({ open, children }: { open: boolean; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (box.current && [...box.current.querySelectorAll('fieldset')].some(isEdited)) box.current.open = true
  }, [])
  return (
    <details className="all-questions" open={open} ref={box}>
      <summary>Answer all questions on one page</summary>
      {children}
    </details>
  )
}
