import { useEffect, useRef, type ReactNode } from 'react'

/** The questions after the first step, for whoever would rather answer all on one page. Opens when a restored draft has answers there. */
export function AllQuestions({ open, children }: { open: boolean; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (box.current && hasAnswers(box.current)) box.current.open = true
  }, [])
  return (
    <details className="all-questions" open={open} ref={box}>
      <summary>Answer all questions on one page</summary>
      {children}
    </details>
  )
}

function hasAnswers(box: HTMLElement) {
  const inputs = [...box.querySelectorAll('input')]
  const texts = [...inputs, ...box.querySelectorAll('textarea')]
  return (
    inputs.some(({ checked, defaultChecked }) => checked !== defaultChecked) ||
    texts.some(({ value, defaultValue }) => value !== defaultValue) ||
    [...box.querySelectorAll('select')].some(
      ({ value, options }) => value !== ([...options].find((option) => option.defaultSelected)?.value ?? ''),
    )
  )
}
