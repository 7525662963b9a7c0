import { Link, useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'

import { engineTrials } from '~/content/engine'
import type { FailingCase } from '~/domain/engine-versions/case-figures'
import type { Fault } from '~/domain/engine-versions/check.server'
import type { Differences } from '~/domain/engine-versions/differences.server'
import type { Impact } from '~/domain/engine-versions/impact.server'
import { adminTime } from '~/domain/formats'
import { fileSize } from '~/domain/office-formats'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { draftKey, removeDraft } from '~/ui/drafts'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { Form, useOwner } from '~/ui/form'
import { IntentButton } from '~/ui/intent-button'
import { Notice } from '~/ui/notice'
import { formState, type FormResult } from '~/ui/form-result'
import { useGuard } from '~/ui/guarded-forms'
import { useHydrated } from '~/ui/use-hydrated'
import { useSentFields } from '~/ui/use-is-sending'
import { VersionField } from '~/ui/version-field'

import { CodeArea } from './code-area'
import type { CodeRun } from './code-runs.server'
import { CodeDifferences } from '../parts/code-differences'
import { FailingCases } from '../parts/failing-cases'
import { CodeFault } from './code-fault'
import { EngineImpact } from './engine-impact'
import { useAutosave } from './use-autosave'

export type Engine = {
  filename: string
  source: string
  hash: string
  size: number
  note: string | null
  author: string | null
  created_at: string
}

/** Changes that are not saved as a version; `base` is the hash of the version that they are based on. */
type Draft = { source: string; note: string; base: string | null; saved_at: string }

/** The response to a draft that was not saved as a version. */
export type DraftAnswer = FormResult & {
  fault?: Fault
  /** The failing golden cases that prevented saving. */
  cases?: FailingCase[]
  /** The differences from the version that another admin has saved to the draft. */
  conflict?: { filename: string; differences: Differences | null }
  impact?: Impact
}

type ReaderProps = { engine: Engine; draft: Draft | null; runs: readonly CodeRun[] }

/** The active code, read-only. */
export function EngineReader({ engine, draft, runs }: ReaderProps) {
  const { filename, source, size, note, author, created_at } = engine
  return (
    <>
      {draft ? (
        <Notice tone="info" title="You have a draft">
          <p>
            {`It was saved at ${adminTime(draft.saved_at)} UTC and is not in use. Edit Code goes on with it.`}
          </p>
        </Notice>
      ) : null}
      <Card
        title="The code in use"
        actions={
          // The editor's styles need the nonce of a new document.
          <ButtonLink to="/admin/underwriting/code?edit=yes" reloadDocument>
            Edit Code
          </ButtonLink>
        }
      >
        <p className="hint">
          {`${filename}, ${fileSize(size)}, in use since ${adminTime(created_at)} UTC${author ? `, saved by ${author}` : ''}.`}
          {note ? ` Note: ${note}` : ''} <Link to="/admin/audit?entity=engine+version">History</Link>
        </p>
        <CodeArea
          name="code"
          label="Source of the underwriting engine"
          defaultValue={source}
          readOnly
          runs={runs}
        />
      </Card>
    </>
  )
}

/** The effect of 'Save Changes', by the number of admins that a release needs. */
const saveMeaning = {
  one: '‘Save Changes’ checks the code with sample quotes and all golden cases, and puts it in use at once. The code before it is kept as a backup.',
  two: '‘Save Changes’ checks the code with sample quotes and all golden cases, and proposes it: another admin puts it in use.',
}

type Props = { engine: Engine; draft: Draft | null; releaseBy: 'one' | 'two'; answer?: DraftAnswer }

/** A form to edit the active code, or a draft of it. */
export function EngineEditor({ engine, draft, releaseBy, answer }: Props) {
  const { errors, values, errorOf, field } = formState(answer)
  const [opened] = useState({ source: engine.source, hash: engine.hash, draft })
  const begun = values.code ?? opened.draft?.source ?? opened.source
  const base = values.base ?? draft?.base ?? opened.hash
  const [text, setText] = useState(begun)
  const begunNote = values.note ?? opened.draft?.note ?? ''
  const [note, setNote] = useState(begunNote)
  const hydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const sending = useSentFields()?.get('intent') ?? null
  const unchanged = hydrated && text.replace(/\r\n?/g, '\n') === opened.source
  const tabDraft = '/admin/underwriting/code?edit=yes Engine code'
  const tabDraftKey = draftKey(tabDraft, useOwner())
  const {
    saved: autosave,
    replace,
    giveUp,
  } = useAutosave({ code: text, note, base }, sending === null, () => removeDraft(tabDraftKey))
  const guard = useGuard(true, () => removeDraft(tabDraftKey)) // keeps the stored draft
  const isStored =
    text.replace(/\r\n?/g, '\n') === (draft?.source ?? engine.source) && note === (draft?.note ?? '')
  useEffect(() => {
    guard.noteChange(!isStored)
  })
  return (
    <>
      <ErrorSummary errors={errors} />
      {answer?.fault ? <CodeFault code={values.code ?? ''} {...answer.fault} /> : null}
      {answer?.cases ? <FailingCases cases={answer.cases} /> : null}
      {answer?.conflict ? (
        <Card title="The version saved since, and your draft">
          <CodeDifferences
            differences={answer.conflict.differences}
            before={answer.conflict.filename}
            after="your draft"
          />
        </Card>
      ) : null}
      {draft && !answer ? (
        <Notice tone="info" title="This is your draft">
          <p>
            {`It was saved at ${adminTime(draft.saved_at)} UTC and is not in use. `}
            {draft.base !== null && draft.base !== engine.hash
              ? 'Another version has been saved since you began it: Save Changes shows the differences first. '
              : ''}
            Cancel gives it up.
          </p>
        </Notice>
      ) : null}
      {autosave === 'ended' ? (
        <Notice tone="warning" title="Your session has ended">
          <p role="alert">
            Save Changes leads to the login. Your text is kept for you meanwhile and comes back afterwards.
          </p>
        </Notice>
      ) : null}
      <Card title="Edit the code">
        <Form
          method="post"
          action="/admin/underwriting/code?edit=yes"
          noValidate
          preventScrollReset
          draft={tabDraft}
          saysRestored
          formResult={answer}
          onSubmit={guard.noteSubmit}
          onReset={() => {
            // What was typed may be stored as the draft already.
            setNote(begunNote)
            void replace({ code: begun, note: begunNote, base }).then(revalidate)
          }}
        >
          <VersionField name="base" value={base} />
          <CodeArea
            name="code"
            label="Source of the underwriting engine"
            hint="Before it is saved it is compiled and run on sample quotes. In the editor with colours, press Escape and then Tab to leave it."
            defaultValue={begun}
            error={errorOf('code')}
            place={answer?.fault ?? null}
            onChange={setText}
          />
          <TextField
            label="Note"
            optional
            hint="What this version changes, and why."
            maxLength={500}
            {...field('note', opened.draft?.note)}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          <div className="button-row">
            <IntentButton intent="save" disabled={unchanged} busyLabel="Saving...">
              Save Changes
            </IntentButton>
            {releaseBy === 'one' ? (
              <IntentButton intent="propose" variant="secondary" disabled={unchanged} busyLabel="Checking...">
                Add to a release
              </IntentButton>
            ) : null}
            <IntentButton
              intent="impact"
              formAction="/admin/underwriting/code?edit=yes#impact"
              variant="quiet"
              busyLabel="Running..."
            >
              See the impact
            </IntentButton>
            <IntentButton intent="run" variant="quiet" busyLabel="Starting...">
              Run over all quotes
            </IntentButton>
            <IntentButton intent="draft" variant="quiet" disabled={unchanged} busyLabel="Saving...">
              Save draft
            </IntentButton>
            <IntentButton intent="cancel" form="give-up" variant="quiet" busyLabel="Giving up...">
              Cancel
            </IntentButton>
          </div>
          <p className="hint" role="status">
            {sending === 'save' || sending === 'propose' ? engineTrials.code : ''}
          </p>
          <ul className="hint save-meaning">
            <li>{saveMeaning[releaseBy]}</li>
            <li>
              ‘See the impact’ compares the newest quotes here, in seconds. ‘Run over all quotes’ compares all
              of them in the background, on a page that stays.
            </li>
          </ul>
          {autosave !== null && autosave !== 'ended' ? (
            <p className="hint">{`Your draft was kept at ${clockTime(autosave.at)}. It is not in use.`}</p>
          ) : null}
        </Form>
        <Form
          method="post"
          action="/admin/underwriting/code?edit=yes"
          id="give-up"
          draft={tabDraft}
          onSubmit={() => {
            giveUp()
            guard.noteSubmit()
          }}
        />
      </Card>
      {answer?.impact ? <EngineImpact impact={answer.impact} /> : null}
    </>
  )
}

function clockTime(at: Date) {
  return at.toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
