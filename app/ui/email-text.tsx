import { Fragment } from 'react'

/** An email that wraps before its @ and its dots, and elsewhere only if necessary. */
export function EmailText({ children }: { children: string }) {
  return (
    <span className="breakable">
      {children.split(/(?=[@.])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
