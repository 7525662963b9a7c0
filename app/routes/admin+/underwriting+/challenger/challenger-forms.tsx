import type { SerializeFrom } from '@remix-run/node'

import type { findChallenger, listCandidates } from '~/domain/challengers/challengers.server'
import { adminTime, counted } from '~/domain/formats'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EmptyState } from '~/ui/empty-state'
import { SelectField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { IntentButton } from '~/ui/intent-button'
import { Notice } from '~/ui/notice'
import type { RowOf } from '~/ui/row-of'

const path = '/admin/underwriting/challenger'

type Current = NonNullable<SerializeFrom<Awaited<ReturnType<typeof findChallenger>>>>

/** The version that runs beside the live one, and the form that ends it. */
export function CurrentChallenger({
  challenger,
  formResult,
}: {
  challenger: Current
  formResult: FormResult | undefined
}) {
  const { field } = formState(formResult)
  const { id, filename, hash, reason, named_by, named_at, failures, skipped, stopped_at, active } = challenger
  return (
    <Card title={`Challenger: ${filename}`}>
      {stopped_at ? (
        <Notice tone="danger" title="The challenger is not run any more.">
          <p>{`It failed ${failures} times in a row, the last time on ${adminTime(stopped_at)} UTC. The runs below say why. End it, and name a version that works.`}</p>
        </Notice>
      ) : null}
      {active ? (
        <Notice tone="info" title="This version is the live one now.">
          <p>There is nothing more to compare. End it as a challenger.</p>
        </Notice>
      ) : null}
      <DescriptionList
        items={[
          { term: 'Named', description: `${adminTime(named_at)} UTC by ${named_by ?? 'a deleted account'}` },
          { term: 'Reason', description: reason },
          { term: 'Version', description: <code>{hash.slice(0, 12)}</code> },
          ...(skipped > 0
            ? [{ term: 'Left out', description: `${counted(skipped, 'run')}, because too many were waiting` }]
            : []),
        ]}
      />
      {stopped_at || active ? null : (
        <p className="hint">
          It runs after each new underwriting run, on the same input. Its results are for this page alone: no
          applicant and no list of results shows them.
        </p>
      )}
      <Form
        method="post"
        action={path}
        className="form"
        draft={`${path} End of the challenger`}
        saysRestored
        formResult={formResult}
        noValidate
      >
        <input type="hidden" name="challenger" value={id} />
        <TextField label="Reason for ending it" maxLength={500} required {...field('reason')} />
        <div className="button-row">
          <IntentButton intent="end" variant="danger" busyLabel="Ending...">
            End the challenger
          </IntentButton>
        </div>
      </Form>
    </Card>
  )
}

/** The form that makes a stored version the challenger. */
export function NameForm({
  candidates,
  formResult,
  idempotencyKey,
}: {
  candidates: RowOf<typeof listCandidates>[]
  formResult: FormResult | undefined
  idempotencyKey: string
}) {
  const { field, values } = formState(formResult)
  return (
    <Card title="Name a challenger">
      {candidates.length === 0 ? (
        <EmptyState title="There is no version to name.">
          <p>A challenger is an earlier or a proposed version of the engine that runs beside the live one.</p>
          <ButtonLink to="/admin/underwriting/code?edit=yes">Edit the code</ButtonLink>
        </EmptyState>
      ) : (
        <Form
          method="post"
          action={path}
          className="form"
          draft={`${path} New challenger`}
          saysRestored
          formResult={formResult}
          noValidate
        >
          <IdempotencyKeyField values={values} fresh={idempotencyKey} />
          <p>
            A challenger runs after each new underwriting run, on the same input. It runs in the background
            and cannot change or fail the live result, which does not wait for it. No applicant sees what it
            gives.
          </p>
          <SelectField
            label="Version"
            hint="Released or proposed versions that are not the live one, newest first"
            placeholder="Choose a version"
            required
            options={candidates.map(({ id, filename, state, note }) => ({
              value: String(id),
              label: `${filename}, ${state}${note ? `: ${note.slice(0, 60)}` : ''}`,
            }))}
            {...field('version')}
          />
          <TextField label="Reason" maxLength={500} required {...field('reason')} />
          <div className="button-row">
            <IntentButton intent="name" busyLabel="Naming...">
              Name it the challenger
            </IntentButton>
          </div>
        </Form>
      )}
    </Card>
  )
}
