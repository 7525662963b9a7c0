import type { InputHTMLAttributes } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  /** What it chooses: it has no visible label. */
  label: string
}

/** The checkbox of a row. A finger may press beside it. */
export function RowChoice({ label, ...input }: Props) {
  return (
    <label className="row-choice">
      <input type="checkbox" className="table-choice" {...input} />
      <span className="visually-hidden">{label}</span>
    </label>
  )
}
