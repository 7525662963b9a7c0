import { Link } from '@remix-run/react'

import { adminTime } from '~/domain/formats'
import type { PartImpact } from '~/domain/impacts/impacts.server'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IntentButton } from '~/ui/intent-button'

import { ChangeLink, changePage, changeTitle, fieldSummary, type Change } from '../parts/change-words'
import { ReleaseFields } from '../parts/release-fields'
import { ImpactForms, PartsTable, type WaitingPart } from './parts-table'

type Waiting = Change & { author_id: number | null; record_id: number | null }
type Version = {
  id: number
  filename: string
  author: string | null
  author_id: number | null
  created_at: string
  note: string | null
  isStale: boolean
}

export type Waitings = {
  changes: readonly Waiting[]
  totalChanges: number
  versions: readonly Version[]
  factor: { factor: number; previous: number; author: string | null; note: string } | null
  impacts: readonly PartImpact[]
  userId: number
  releaseBy: 'one' | 'two'
}

type Props = Omit<Waitings, 'impacts' | 'userId'> & {
  parts: readonly WaitingPart[]
  now: string
  /** The values of the form before a confirmation that was left. */
  chosen: Record<string, string>
  formResult: FormResult | undefined
}

/** The draft of the release form, which is kept until the release is confirmed. */
export const releaseDraft = '/admin/underwriting/releases Release of changes'

/** Returns the parts that wait for a release, versions first. */
export function waitingParts(waiting: Waitings) {
  return [
    ...waiting.versions.map((version) => versionPart(version, waiting)),
    ...waiting.changes.map((change) => changePart(change, waiting)),
  ]
}

/** The parts that wait for a release, and the form that releases the selected ones. */
export function WaitingParts({
  parts,
  changes,
  totalChanges,
  factor,
  releaseBy,
  now,
  chosen,
  formResult,
}: Props) {
  const { field, values, errorOf } = formState(formResult ?? { values: chosen })
  return (
    <Card id="parts" title="Waiting">
      {factor ? (
        <p>
          {`${factor.author ?? 'A deleted account'} proposes the portfolio factor ${factor.factor.toFixed(4)} in place of ${factor.previous.toFixed(4)}: `}
          <Link to="/admin/underwriting/portfolio-factor">decide on it on its page</Link>.
        </p>
      ) : null}
      {parts.length === 0 ? (
        <EmptyState title="No change and no version waits for a release.">
          <HowToRelease releaseBy={releaseBy} />
        </EmptyState>
      ) : (
        <Form
          method="post"
          action="/admin/underwriting/releases"
          draft={releaseDraft}
          saysRestored
          formResult={formResult}
          noValidate
        >
          <PartsTable parts={parts} values={values} error={errorOf('parts')} />
          {totalChanges > changes.length ? (
            <p className="hint">{`The oldest ${changes.length} of ${totalChanges} changes are shown.`}</p>
          ) : null}
          {formResult || parts.some(({ obstacle }) => obstacle === null) ? (
            <div className="form release-fields">
              <ReleaseFields field={field} now={now} />
              <div className="button-row">
                <IntentButton intent="ask" busyLabel="Checking...">
                  Release what is chosen
                </IntentButton>
              </div>
            </div>
          ) : (
            <p className="hint">You can release none of these as they stand.</p>
          )}
        </Form>
      )}
      <ImpactForms parts={parts} />
    </Card>
  )
}

/** Explains the release by its buttons. */
function HowToRelease({ releaseBy }: Pick<Waitings, 'releaseBy'>) {
  const [record, version] =
    releaseBy === 'one'
      ? ['‘Add to a release’', 'with the same button']
      : ['‘Propose these changes’', 'with ‘Save Changes’']
  return (
    <>
      <p>How a release is made:</p>
      <ol className="release-steps">
        <li>
          In the <Link to="/admin/underwriting?tab=coverage-tiers#coverage-tiers">configuration tables</Link>{' '}
          press the pencil or ‘View’ at a tier, an employer or an industry, change it there and press {record}
          ; or edit the <Link to="/admin/underwriting/code?edit=yes">engine’s code</Link>, {version}.
        </li>
        <li>Come back: what you prepared waits here, each change with a box.</li>
        <li>Tick what belongs together, say why, and release it at once or at a time that you choose.</li>
      </ol>
    </>
  )
}

/** Returns why the signed-in admin may not select a part, or null. */
function reservedFor({ author_id }: { author_id: number | null }, { userId, releaseBy }: Waitings) {
  return releaseBy === 'two' && author_id === userId ? 'Yours: another admin must release it' : null
}

function impactOf({ impacts }: Waitings, kind: PartImpact['kind'], id: number) {
  return impacts.find((impact) => impact.kind === kind && impact.part === id) ?? null
}

function versionPart(version: Version, props: Waitings): WaitingPart {
  const { id, filename, author, created_at, note, isStale } = version
  const stale = isStale ? 'Another version has gone live since: propose it again.' : null
  return {
    key: `version ${id}`,
    input: `version-${id}`,
    label: filename,
    link: <Link to={`/admin/underwriting/proposal/${id}`}>Version {filename}</Link>,
    summary: 'A version of the engine',
    obstacle: reservedFor(version, props) ?? stale,
    rival: false,
    page: `/admin/underwriting/proposal/${id}`,
    impact: impactOf(props, 'proposal', id),
    withdraw: null,
    author,
    note,
    created: adminTime(created_at),
  }
}

/** Whether two changes are of one record. */
function isRival(other: Waiting, { id, collection, record_id }: Waiting) {
  return (
    other.id !== id && other.collection === collection && record_id !== null && other.record_id === record_id
  )
}

function changePart(change: Waiting, props: Waitings): WaitingPart {
  const { id, author, created_at, note, obstacle } = change
  return {
    key: `change ${id}`,
    input: `change-${id}`,
    label: changeTitle(change),
    link: <ChangeLink change={change} />,
    summary: fieldSummary(change),
    obstacle: reservedFor(change, props) ?? obstacle,
    rival: props.changes.some((other) => isRival(other, change)),
    page: changePage(id),
    impact: impactOf(props, 'change', id),
    withdraw: change.author_id === props.userId ? id : null,
    author,
    note,
    created: adminTime(created_at),
  }
}
