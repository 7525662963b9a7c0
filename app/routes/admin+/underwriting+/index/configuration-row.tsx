import { useLocation, useNavigate } from '@remix-run/react'

import type { Collection, Column } from '~/domain/configuration/collections'
import type { WaitingChange } from '~/domain/releases/change-views.server'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'

import { ConfigurationFields } from './configuration-field'
import { configurationDraft, recordName, RecordFields } from './configuration-form'
import type { OpenRow } from './configuration-section'
import { EditConflict } from './edit-conflict'
import { LiveImpact } from './live-impact'
import { SaveButtons } from './save-buttons'
import { WaitingChanges } from './waiting-changes'

type Props = {
  collection: Collection
  /** The columns that the table shows. */
  columns: readonly Column[]
  /** The number of columns of the table. */
  span: number
  record: OpenRow
  formResult: FormResult | null
  /** The input of this form that was sent after its session had ended, if any. */
  unsaved: Record<string, string> | null
  /** The URL of Cancel. */
  closed: string
  /** Who releases a change; null if changes never wait for a release. */
  releaseBy: 'one' | 'two' | null
  /** The changes of records that wait for a release. */
  waiting: readonly WaitingChange[]
}

/** A record that is edited in its place: a form over the width of the table, with the shown columns as fields. */
export function ConfigurationRow({
  collection,
  columns,
  span,
  record,
  formResult,
  unsaved,
  closed,
  releaseBy,
  waiting,
}: Props) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const id = `${collection.slug}-row`
  const { errors, values, field } = formState(
    formResult ?? { values: { ...record.values, ...unsaved } },
    `${id}-`,
  )
  const pageUrl = `${pathname}${search}#${collection.slug}`
  return (
    <tr
      className="row-open"
      onKeyDown={(event) => {
        if (event.key === 'Escape') navigate(closed, { preventScrollReset: true })
      }}
    >
      <td colSpan={span}>
        <Form
          id={id}
          method="post"
          action={pageUrl}
          noValidate
          preventScrollReset
          draft={configurationDraft(collection, record.id)}
          formResult={formResult}
          unsaved={unsaved}
          guarded
        >
          <h3>{`Edit ${collection.singular} ${recordName(collection, record)}`}</h3>
          <WaitingChanges changes={waiting} record={record.id} />
          <ErrorSummary errors={errors} prefix={`${id}-`} />
          <EditConflict
            labels={collection.columns}
            mine={values}
            stored={formResult?.stored}
            reload={pageUrl}
          />
          <RecordFields collection={collection} id={record.id} values={values} />
          <ConfigurationFields columns={columns} field={field} errors={errors} />
          <SaveButtons
            collection={collection}
            id={record.id}
            label={releaseBy === 'two' ? 'Propose' : 'Save'}
            closed={closed}
            releaseBy={releaseBy}
          />
          {releaseBy === null ? null : <LiveImpact form={id} />}
        </Form>
      </td>
    </tr>
  )
}
