import { Form, type FormProps } from '@remix-run/react'
import { forwardRef } from 'react'

import { EditedFields, everyField } from './form'
import { unreached, useReachableForm } from './use-reachable-form'

const none = new Set<string>()

/** A GET form. With JavaScript it keeps the page and shows an error, in place of earlier ones, if the server cannot be reached. */
export const GetForm = forwardRef<HTMLFormElement, Omit<FormProps, 'method'>>(function GetForm(
  { onSubmit, preventScrollReset, replace, children, ...form },
  ref,
) {
  const sending = useReachableForm({ preventScrollReset, replace })
  return (
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
        <p className="error" role="alert">
          {unreached}
        </p>
      ) : null}
    </Form>
  )
})
