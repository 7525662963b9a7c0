import { Form, Link, useNavigation } from '@remix-run/react'
import { useState } from 'react'

import type { Fault } from '~/domain/engine-versions/check.server'
import type { Differences } from '~/domain/engine-versions/differences.server'
import type { Impact } from '~/domain/engine-versions/impact.server'
import { adminTime, fileSize } from '~/domain/formats'

import { Button, ButtonLink } from './button'
import { Card } from './card'
import { CodeArea } from './code-area'
import { CodeDifferences } from './code-differences'
import { CodeFault } from './code-fault'
import { EngineImpact } from './engine-impact'
import { ErrorSummary } from './error-summary'
import { TextField } from './field'
import { formState, type RefusedForm } from './refused-form'
import { useScripted } from './use-scripted'

export type Engine = {
  filename: string
  source: string
  hash: string
  size: number
  note: string | null
  author: string | null
  created_at: string
}

/** What became of a draft that was sent and not saved. */
export type DraftAnswer = RefusedForm & {
  fault?: Fault
  /** From the version that somebody else has saved to the draft. */
  conflict?: { filename: string; differences: Differences | null }
  impact?: Impact
}

/** The code in use, to be read. */
export function EngineReader({ engine }: { engine: Engine }) {
  const { filename, source, size, note, author, created_at } = engine
  return (
    <Card
      title="The code in use"
      actions={
        // A document of its own brings the nonce that the editor's styles need.
        <ButtonLink to="/admin/underwriting/code?edit=yes" reloadDocument>
          Edit Code
        </ButtonLink>
      }
    >
      <p className="hint">
        {`${filename}, ${fileSize(size)}, in use since ${adminTime(created_at)} UTC${author ? `, saved by ${author}` : ''}.`}
        {note ? ` Note: ${note}` : ''}
      </p>
      <CodeArea name="code" label="Source of the underwriting engine" defaultValue={source} readOnly />
    </Card>
  )
}

/** The code in use, to be changed: as it is, or as a draft that was not saved. */
export function EngineEditor({ engine, answer }: { engine: Engine; answer?: DraftAnswer }) {
  const { errors, values, errorOf, field } = formState(answer)
  const [opened] = useState({ source: engine.source, hash: engine.hash })
  const [text, setText] = useState(values.code ?? opened.source)
  const scripted = useScripted()
  const sending = useNavigation().formData?.get('intent') ?? null
  const unchanged = scripted && text.replace(/\r\n?/g, '\n') === opened.source
  return (
    <>
      <ErrorSummary errors={errors} />
      {answer?.fault ? <CodeFault code={values.code ?? ''} {...answer.fault} /> : null}
      {answer?.conflict ? (
        <Card title="The version saved since, and your draft">
          <CodeDifferences
            differences={answer.conflict.differences}
            before={answer.conflict.filename}
            after="your draft"
          />
        </Card>
      ) : null}
      <Card title="Edit the code">
        <Form method="post" action="/admin/underwriting/code?edit=yes" noValidate>
          <input type="hidden" name="base" value={values.base ?? opened.hash} />
          <CodeArea
            name="code"
            label="Source of the underwriting engine"
            hint="Before it is saved it is compiled and run on sample quotes. In the editor with colours, press Escape and then Tab to leave it."
            defaultValue={values.code ?? opened.source}
            error={errorOf('code')}
            place={answer?.fault ?? null}
            onChange={setText}
          />
          <TextField
            label="Note"
            optional
            hint="What this version changes, and why."
            maxLength={500}
            {...field('note')}
          />
          <div className="button-row">
            <Button
              type="submit"
              name="intent"
              value="save"
              disabled={unchanged || sending !== null}
              busy={sending === 'save'}
              busyLabel="Saving..."
            >
              Save Changes
            </Button>
            <Button
              type="submit"
              name="intent"
              value="impact"
              formAction="/admin/underwriting/code?edit=yes#impact"
              variant="secondary"
              busy={sending === 'impact'}
              busyLabel="Running..."
            >
              See the impact
            </Button>
            <Link className="button button-quiet" to="/admin/underwriting/code">
              Cancel
            </Link>
          </div>
        </Form>
      </Card>
      {answer?.impact ? <EngineImpact impact={answer.impact} /> : null}
    </>
  )
}
