import type { ReactNode } from 'react'

/** A part of a long form, with a heading that can be linked to. */
export function FormSection({
  legend,
  description,
  id,
  children,
}: {
  legend: string
  description?: string
  id?: string
  children: ReactNode
}) {
  return (
    <fieldset className="form-section" id={id} tabIndex={-1}>
      <legend>
        <h2>{legend}</h2>
      </legend>
      {description ? <p className="form-section-description">{description}</p> : null}
      {children}
    </fieldset>
  )
}
