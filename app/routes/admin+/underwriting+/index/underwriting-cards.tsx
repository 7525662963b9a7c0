import { Link, useLocation } from '@remix-run/react'

import { AdminTime } from '~/ui/admin-time'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { GetForm } from '~/ui/get-form'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { formState, type FormResult } from '~/ui/form-result'
import { useActionFetcher } from '~/ui/use-action-fetcher'
import { useSentFields } from '~/ui/use-is-sending'
import { usePreloadedPage } from '~/ui/use-preloaded-page'

/** The engine version in use: who saved it, null if it is the bundled one, and since when it is in use. */
export type EngineInUse = { author: string | null; since: string }

type RunProps = {
  formResult: FormResult | null
  idempotencyKey: string
}

/** The forms that run a quote by its number, or find it by its applicant. */
export function RunCard({ formResult, idempotencyKey }: RunProps) {
  const sent = useSentFields()
  const { pathname, search } = useLocation()
  const { errors, values, field } = formState(formResult)
  return (
    <Card title="Run underwriting">
      <div className="run-forms">
        <Form
          method="post"
          action={pathname + search}
          noValidate
          preventScrollReset
          className="form run-quote"
          formResult={formResult}
        >
          <ErrorSummary errors={errors} />
          <IdempotencyKeyField values={values} fresh={idempotencyKey} />
          <TextField
            label="Quote ID"
            maxLength={20}
            required
            inputMode="numeric"
            autoComplete="off"
            width="short"
            {...field('quote_id')}
          />
          <Button type="submit" busy={sent?.has('quote_id')} busyLabel="Running...">
            Run underwriting
          </Button>
        </Form>
        <GetForm action="/admin/search" className="form run-quote find-quote">
          <input type="hidden" name="go" value="yes" />
          <TextField
            label="Or the applicant’s name"
            type="search"
            name="q"
            id="find-quote"
            maxLength={100}
            required
          />
          <Button type="submit" variant="secondary">
            Find
          </Button>
        </GetForm>
        <Link to="/admin/submissions">Find the number of a quote request</Link>
      </div>
    </Card>
  )
}

type DataProps = {
  engine: EngineInUse | null
  /** The source files of an import. */
  files: readonly { title: string; file: string }[]
  idempotencyKey: string
}

/** What the engine works with: its data, imported from files, and its source. */
export function DataCards({ engine, files, idempotencyKey }: DataProps) {
  const preview = useActionFetcher()
  usePreloadedPage('/admin/run-import')
  return (
    <div className="card-grid underwriting-cards">
      <Card title="Data import">
        <p className="hint">
          You see first what an import would change. The latest one can be undone, until the next.
        </p>
        <details>
          <summary>Its files</summary>
          <ul className="file-list">
            {files.map(({ title, file }) => (
              <li key={file}>
                {title}: <code>{file}</code>
              </li>
            ))}
          </ul>
        </details>
        <Form as={preview.Form} method="post" action="/admin/run-import">
          <ErrorSummary errors={preview.data?.errors} />
          <input type="hidden" name="intent" value="preview" />
          <IdempotencyKeyField fresh={idempotencyKey} />
          <div className="button-row">
            <Button type="submit" busy={preview.isSending} busyLabel="Comparing..." variant="secondary">
              Run Full Import
            </Button>
            <Link to="/admin/run-import">Import files of your own</Link>
          </div>
        </Form>
      </Card>
      <Card title="Code editor">
        {engine === null ? (
          <p className="hint">The source of the engine, its versions and backups.</p>
        ) : (
          <p className="hint">
            In use since <AdminTime at={engine.since} />
            {engine.author === null ? ': the bundled source' : `, saved by ${engine.author}`}.
          </p>
        )}
        <ButtonLink to="/admin/underwriting/code" variant="secondary">
          Open the code editor
        </ButtonLink>
      </Card>
    </div>
  )
}
