import { Fragment } from 'react'

/** An e-mail address that breaks before its @ and its dots, and anywhere only when it must. */
export function Address({ children }: { children: string }) {
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
