import { Link } from '@remix-run/react'

import { listTitle, viewUrl, type ViewedList } from '~/domain/saved-views/viewed-lists'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { HiddenFields } from '~/ui/intent-form'

type State = { formResult: FormResult | undefined; sent: FormData | undefined }

const maxLength = 60

type NewViewProps = State & { list: ViewedList; query: string; name: string }

/** Saves the state of a list under a name; `name` is that of a deleted view. */
export function NewView({ list, query, name, formResult, sent }: NewViewProps) {
  const { errors, field } = formState(formResult?.values.intent === 'save' ? formResult : null, 'new-')
  return (
    <Card title={`Save a view of: ${listTitle(list)}`}>
      <Form
        method="post"
        noValidate
        className="form"
        draft={`view of ${list}`}
        formResult={errors.length > 0 ? formResult : undefined}
      >
        <ErrorSummary errors={errors} prefix="new-" />
        <HiddenFields fields={{ intent: 'save', list, query }} />
        <TextField
          label="Name"
          hint="For what the list shows now: its filters, order and columns."
          required
          maxLength={maxLength}
          {...field('name', name)}
        />
        <p className="button-row">
          <Button type="submit" busy={sent?.get('intent') === 'save'} busyLabel="Saving...">
            Save this view
          </Button>
          <ButtonLink to={viewUrl(list, query)} variant="secondary">
            Cancel
          </ButtonLink>
        </p>
      </Form>
    </Card>
  )
}

type RowProps = State & { view: { id: number; list: ViewedList; name: string; query: string } }

/** A saved view with the forms that rename and delete it. */
export function ViewRow({ view: { id, list, name, query }, formResult, sent }: RowProps) {
  const prefix = `view-${id}-`
  const own = formResult?.values.view === String(id) ? formResult : undefined
  const { errors, field } = formState(own, prefix)
  const isSent = (intent: string) => sent?.get('view') === String(id) && sent.get('intent') === intent
  return (
    <li className="view-row">
      <Link to={viewUrl(list, query)}>{name}</Link>
      <details open={errors.length > 0}>
        <summary>
          Rename<span className="visually-hidden"> {name}</span>
        </summary>
        <Form
          method="post"
          noValidate
          className="toolbar"
          draft={`view ${id} ${name}`}
          saysRestored
          formResult={own}
        >
          <ErrorSummary errors={errors} prefix={prefix} />
          <HiddenFields fields={{ intent: 'rename', view: id }} />
          <TextField label="New name" required maxLength={maxLength} {...field('name', name)} />
          <Button type="submit" variant="secondary" busy={isSent('rename')} busyLabel="Renaming...">
            Rename
          </Button>
        </Form>
      </details>
      <Form method="post">
        <HiddenFields fields={{ intent: 'delete', view: id }} />
        <Button type="submit" variant="quiet" busy={isSent('delete')} busyLabel="Deleting...">
          Delete<span className="visually-hidden"> {name}</span>
        </Button>
      </Form>
    </li>
  )
}
