import { useEffect, useRef } from 'react'

import { bringToFocus } from './bring-to-focus'
import { useEditedFields } from './form'
import type { FormResult } from './form-result'

type Props = {
  /** Errors by field name; '' is the form as a whole. */
  errors?: FormResult['errors']
  title?: string
  /** The prefix of the ids of the form's fields. */
  prefix?: string
}

const mark = 'Error: '
const none: FormResult['errors'] = [] // the same array in every render

/**
 * All errors of a form, at its top, each linking to its field. With JavaScript its top scrolls into view and takes the focus, regardless of
 * its height, and an error is hidden when its field is edited. Without it, the new document focuses it unless its URL has a fragment.
 */
export function ErrorSummary({ errors = none, title = 'There is a problem', prefix = '' }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const edited = useEditedFields()
  useEffect(() => {
    if (errors.length > 0 && box.current) bringToFocus(box.current)
  }, [errors])

  const current = errors.filter(({ path }) => !edited.has(path))
  const isWrong = current.length > 0
  useEffect(() => {
    if (!isWrong) return
    if (!document.title.startsWith(mark)) document.title = mark + document.title
    return () => {
      if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length)
    }
  }, [errors, isWrong])

  if (!isWrong) return null
  return (
    // eslint-disable-next-line jsx-a11y/no-autofocus -- errors take the focus without JavaScript, too
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus ref={box}>
      <h2>{title}</h2>
      <ul>
        {current.map(({ path, message }) => (
          <li key={path}>{path === '' ? message : <a href={`#${prefix}${path}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  )
}
