import { Form, type FormProps } from '@remix-run/react'
import { forwardRef, type ReactNode } from 'react'

import { EditedFields, everyField } from './form'
import { unreached, useReachableForm } from './use-reachable-form'

type Props = Omit<FormProps, 'method'> & {
  /** The answer to the form as it was last sent, below it. */
  answer?: ReactNode
}

const none = new Set<string>()

/** On a phone, a list's filters are taller than the screen. */
const bringIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' })

/**
 * A GET form. With JavaScript it keeps the page and shows an error, in place of earlier errors and of the earlier answer, if the server
 * cannot be reached.
 */
export const GetForm = forwardRef<HTMLFormElement, Props>(function GetForm(
  { onSubmit, preventScrollReset, replace, children, answer, ...form },
  ref,
) {
  const sending = useReachableForm({ preventScrollReset, replace })
  return (
    <>
      <Form
        {...form}
        method="get"
        ref={ref}
        onSubmit={(event) => {
          onSubmit?.(event)
          sending.onSubmit(event)
        }}
      >
        <EditedFields.Provider value={sending.isLost ? everyField : none}>{children}</EditedFields.Provider>
        {sending.isLost ? (
          <p className="error" role="alert" ref={bringIntoView}>
            {unreached}
          </p>
        ) : null}
      </Form>
      {answer === undefined ? null : <div role="status">{sending.isLost ? null : answer}</div>}
    </>
  )
})
