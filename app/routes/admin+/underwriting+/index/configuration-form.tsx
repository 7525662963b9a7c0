import { Link, useLocation, useNavigation } from '@remix-run/react'

import type { Collection } from '~/domain/configuration/collections'
import { capital } from '~/domain/formats'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { FormSection } from '~/ui/fieldset'
import { Form } from '~/ui/form'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { formState, type FormResult } from '~/ui/form-result'
import { VersionField } from '~/ui/version-field'

import { groupsOf } from './configuration-columns'
import { ConfigurationField } from './configuration-field'
import { EditConflict } from './edit-conflict'
import { LiveImpact } from './live-impact'

type Props = {
  collection: Collection
  /** The record to change; null for a new one. */
  record: { id: number; values: Record<string, string> } | null
  /** For a new record. */
  idempotencyKey?: string
  formResult: FormResult | null
  /** The URL of Cancel. */
  closed: string
  /** Who releases a change; null where a change never waits for a release. */
  releaseBy: 'one' | 'two' | null
}

/** A form for a record of a configuration table, with all columns and their descriptions. */
export function ConfigurationForm({
  collection,
  record,
  idempotencyKey,
  formResult,
  closed,
  releaseBy,
}: Props) {
  const { pathname, search } = useLocation()
  const saving = useNavigation().formData?.get('collection') === collection.slug
  const prefix = `${collection.slug}-`
  const formId = `${collection.slug}-form`
  const { errors, values, field } = formState(
    formResult ?? { values: record?.values ?? blankOf(collection) },
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
      draft={configurationDraft(collection, record?.id)}
      formResult={formResult}
      guarded
    >
      <h3>{record ? `Edit ${collection.singular} ${record.id}` : `Add a new ${collection.singular}`}</h3>
      <ErrorSummary errors={errors} prefix={prefix} />
      <EditConflict
        labels={collection.columns}
        mine={values}
        stored={formResult?.stored}
        reload={`${pathname}${search}#${collection.slug}`}
      />
      <input type="hidden" name="intent" value={record ? 'update' : 'create'} />
      <input type="hidden" name="collection" value={collection.slug} />
      <input type="hidden" name="asked" value={values.asked ?? ''} />
      {record ? (
        <>
          <input type="hidden" name="id" value={record.id} />
          <VersionField name="updated_at" value={values.updated_at} />
        </>
      ) : (
        <IdempotencyKeyField values={values} fresh={idempotencyKey} />
      )}
      {groupsOf(collection).map(({ group, columns }) => {
        const fields = (
          <div className="configuration-fields" key={group ?? ''}>
            {columns.map((column) => (
              <ConfigurationField key={column.name} column={column} field={field} />
            ))}
          </div>
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
        <div className="button-row">
          <Button type="submit" busy={saving} busyLabel="Saving...">
            {submitLabel(collection, record !== null, releaseBy)}
          </Button>
          {releaseBy === 'one' ? (
            <Button type="submit" name="see" value="release" variant="secondary" disabled={saving}>
              Add to a release
            </Button>
          ) : null}
          {releaseBy === null ? null : (
            <Button type="submit" name="see" value="impact" variant="secondary" disabled={saving}>
              See the impact
            </Button>
          )}
          <ButtonLink to={closed} variant="secondary" preventScrollReset>
            Cancel
          </ButtonLink>
          {record ? (
            <Link
              to={`/admin/audit?${new URLSearchParams({ entity: collection.singular, record: String(record.id) })}`}
            >
              History
            </Link>
          ) : null}
        </div>
      </div>
    </Form>
  )
}

function submitLabel({ singular }: Collection, isStored: boolean, releaseBy: Props['releaseBy']) {
  if (releaseBy === 'two') return isStored ? 'Propose these changes' : `Propose this ${singular}`
  return isStored ? 'Save changes' : `Add this ${singular}`
}

/** Returns the name of the draft of a record, which its form and its row share, or of a new one. */
export function configurationDraft({ slug, singular }: Collection, id?: number) {
  const way = id === undefined ? `add=${slug}` : `edit=${slug}:${id}`
  return `/admin/underwriting?tab=${slug}&${way}#${slug} ${id === undefined ? `A new ${singular}` : `${capital(singular)} ${id}`}`
}

function blankOf({ columns }: Collection): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])),
  )
}
