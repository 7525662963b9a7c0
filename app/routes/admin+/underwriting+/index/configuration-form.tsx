import { Link, useLocation } from '@remix-run/react'

import type { Collection } from '~/domain/configuration/collections'
import { capital } from '~/domain/formats'
import type { WaitingChange } from '~/domain/releases/change-views.server'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { FormSection } from '~/ui/fieldset'
import { Form } from '~/ui/form'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { formState, type FormResult } from '~/ui/form-result'
import { VersionField } from '~/ui/version-field'

import { groupsOf } from './configuration-columns'
import { ConfigurationFields } from './configuration-field'
import type { OpenRow } from './configuration-section'
import { EditConflict } from './edit-conflict'
import { LiveImpact } from './live-impact'
import { SaveButtons } from './save-buttons'
import { WaitingChanges } from './waiting-changes'

type Props = {
  collection: Collection
  /** The record to change; null for a new one. */
  record: OpenRow | null
  /** The initial values. */
  initial: Pick<OpenRow, 'values' | 'run'>
  /** For a new record. */
  idempotencyKey?: string
  /** The name of the form's draft. */
  draft: string
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

/** A form for a record of a configuration table, with all columns and their descriptions. */
export function ConfigurationForm({
  collection,
  record,
  initial,
  idempotencyKey,
  draft,
  formResult,
  unsaved,
  closed,
  releaseBy,
  waiting,
}: Props) {
  const { pathname, search } = useLocation()
  const prefix = `${collection.slug}-`
  const formId = `${collection.slug}-form`
  const { errors, values, field } = formState(
    { errors: formResult?.errors, values: { ...initial.values, ...(formResult?.values ?? unsaved) } },
    prefix,
  )
  return (
    <Form
      id={formId}
      method="post"
      action={`${pathname}${search}#${collection.slug}`}
      noValidate
      preventScrollReset
      className="form configuration-form"
      draft={draft}
      formResult={formResult}
      unsaved={unsaved}
      guarded
    >
      <h3>
        {record
          ? `Edit ${collection.singular} ${recordName(collection, record)}`
          : `Add a new ${collection.singular}`}
      </h3>
      {record ? <WaitingChanges changes={waiting} record={record.id} /> : null}
      {initial.run === null || formResult ? null : (
        <p>
          {'These are the values of '}
          <Link to={`/admin/underwriting/impact/${initial.run}`}>run {initial.run}</Link>. They are not saved.
        </p>
      )}
      <ErrorSummary errors={errors} prefix={prefix} />
      <EditConflict
        labels={collection.columns}
        mine={values}
        stored={formResult?.stored}
        reload={`${pathname}${search}#${collection.slug}`}
      />
      <RecordFields collection={collection} id={record?.id ?? null} values={values} />
      {record ? null : <IdempotencyKeyField values={values} fresh={idempotencyKey} />}
      {groupsOf(collection).map(({ group, columns }) => {
        const fields = (
          <ConfigurationFields key={group ?? ''} columns={columns} field={field} errors={errors} />
        )
        return group === undefined ? (
          fields
        ) : (
          <FormSection key={group} legend={group}>
            {fields}
          </FormSection>
        )
      })}
      {releaseBy === 'two' ? (
        <TextField
          label="Note for the admin who releases it"
          optional
          maxLength={500}
          {...field('change_note')}
        />
      ) : null}
      <div className={releaseBy === null ? undefined : 'form-end'}>
        {releaseBy === null ? null : <LiveImpact form={formId} />}
        <SaveButtons
          collection={collection}
          id={record?.id ?? null}
          label={submitLabel(collection, record !== null, releaseBy)}
          closed={closed}
          releaseBy={releaseBy}
        >
          {record ? (
            <Link
              to={`/admin/audit?${new URLSearchParams({ entity: collection.singular, record: String(record.id) })}`}
            >
              History
            </Link>
          ) : null}
          {record ? (
            <Link
              to={`/admin/underwriting/delete/${collection.slug}/${record.id}`}
              className="phone-only icon-button-danger"
            >
              {`Delete this ${collection.singular}`}
            </Link>
          ) : null}
        </SaveButtons>
      </div>
    </Form>
  )
}

/** The hidden fields of a record's form; `id` is null for a new one. */
export function RecordFields({
  collection,
  id,
  values,
}: {
  collection: Collection
  id: number | null
  values: Record<string, string>
}) {
  return (
    <>
      <input type="hidden" name="intent" value={id === null ? 'create' : 'update'} />
      <input type="hidden" name="collection" value={collection.slug} />
      <input type="hidden" name="asked" value={values.asked ?? ''} />
      {id === null ? null : (
        <>
          <input type="hidden" name="id" value={id} />
          <VersionField name="updated_at" value={values.updated_at} />
        </>
      )}
    </>
  )
}

/** Returns the name of a stored record, or its id in a table without names. */
export function recordName({ nameColumn }: Collection, { id, values }: OpenRow) {
  return (nameColumn !== null && values[nameColumn]) || String(id)
}

function submitLabel({ singular }: Collection, isStored: boolean, releaseBy: Props['releaseBy']) {
  if (releaseBy === 'two') return isStored ? 'Propose these changes' : `Propose this ${singular}`
  return isStored ? 'Save changes' : `Add this ${singular}`
}

/** Returns the name of the draft of a record, which its forms share, or of a new one. */
export function configurationDraft({ slug, singular }: Collection, id?: number) {
  const way = id === undefined ? `add=${slug}` : `edit=${slug}:${id}`
  return `/admin/underwriting?tab=${slug}&${way}#${slug} ${id === undefined ? `A new ${singular}` : `${capital(singular)} ${id}`}`
}
