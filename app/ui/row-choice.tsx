import type { InputHTMLAttributes } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  /** The accessible label: it has no visible one. */
  label: string
}

/** The checkbox of a row, with a larger touch target. */
export function RowChoice({ label, ...input }: Props) {
  return (
    <label className="row-choice">
      <input type="checkbox" className="table-choice" {...input} />
      <span className="visually-hidden">{label}</span>
    </label>
  )
}
