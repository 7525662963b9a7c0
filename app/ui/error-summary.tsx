import { useEffect, useRef } from 'react'

type Props = {
  /** What is wrong, by the name of the field; '' is said of the form as a whole. */
  errors: readonly { path: string; message: string }[]
  title?: string
  /** What the ids of the form's fields begin with, before their names. */
  prefix?: string
}

const mark = 'Error: '

/** All that is wrong with a form, at its top, each line leading to its field. With JavaScript, focus comes here. */
export function ErrorSummary({ errors, title = 'There is a problem', prefix = '' }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.length === 0) return
    box.current?.focus()
    if (!document.title.startsWith(mark)) document.title = mark + document.title
    return () => {
      if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length)
    }
  }, [errors])

  if (errors.length === 0) return null
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box}>
      <h2>{title}</h2>
      <ul>
        {errors.map(({ path, message }) => (
          <li key={path}>{path === '' ? message : <a href={`#${prefix}${path}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  )
}
