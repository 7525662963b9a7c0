import type { ReactNode } from 'react'

import { fileSize } from '~/domain/office-formats'
import { maxMegabytes } from '~/domain/imports/limits'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { CheckboxField, described, ErrorMessage } from '~/ui/field'
import { Form, useCurrentError } from '~/ui/form'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { Notice } from '~/ui/notice'
import { formState, type FormResult } from '~/ui/form-result'
import { useSentFields } from '~/ui/use-is-sending'

import { ProgressBar } from './import-progress'
import { useImportProgress, type ImportProgress } from './use-import-progress'

type Props = {
  files: readonly { slug: string; title: string; file: string; size: number }[]
  formResult: FormResult | null
  /** The run in progress when the page was rendered. */
  progress: ImportProgress | null
  idempotencyKey: string
}

/** Starts an import or a preview of the bundled files, or of uploaded ones. */
export function ImportForm({ files, formResult, progress, idempotencyKey }: Props) {
  const sent = useSentFields()
  const { errors, values, errorOf, field } = formState(formResult)
  const intent = sent?.get('intent')
  const sending = intent === 'import' || intent === 'preview'
  const poll = useImportProgress(sending)
  const busyWith = sending ? intent : progress?.kind === 'preview' ? 'preview' : progress ? 'import' : null
  return (
    <Card title="Import from CSV files">
      <div className="import-columns">
        <div className="import-words">
          <p>
            This tool imports the configuration of the underwriting engine from CSV files: the config
            assumptions, the risk data, the industry fallback, the industry gender stats and a simulation
            results file. They go into Coverage Tiers, Employer Risks, Industry Fallbacks, Industry Gender
            Statistics and Synergy Data.
          </p>
          <Notice tone="warning" title="Warning">
            <p>
              Existing data in these tables is cleared before the import where the file does not have it. Rows
              are matched by name, a simulated month by its date and scenario; a row that stays keeps its
              number. The CSV files must be in the project directory, in <code>db/reference</code>, or be
              chosen here.
            </p>
          </Notice>
        </div>
        <Form
          method="post"
          action="/admin/run-import"
          encType="multipart/form-data"
          className="form"
          formResult={formResult}
        >
          <ErrorSummary errors={errors} />
          <IdempotencyKeyField values={values} fresh={idempotencyKey} />
          <details className="import-files" open={errors.length > 0 || undefined}>
            <summary>Use files of your own</summary>
            <p className="hint" id="files-hint">
              CSV in UTF-8 with the columns of the bundled file, up to {maxMegabytes} MB together, which is
              about 100,000 simulated months. Files of your own are imported alone, unless you tick bundled
              ones.
            </p>
            <div className="import-choices">
              {files.map(({ slug, title, file, size }) => (
                <OwnFile key={slug} slug={slug} title={title} error={errorOf(slug)}>
                  <CheckboxField
                    label={`Bundled file ${file} (${fileSize(size)})`}
                    {...field(`bundled-${slug}`)}
                  />
                </OwnFile>
              ))}
            </div>
            <p className="hint">
              Of a file with bad rows nothing is imported, and its table stays as it is. See what would change
              first: there the good rows can be imported alone.
            </p>
          </details>
          {sending ? <ProgressBar progress={poll.progress ?? null} failed={poll.failed} /> : null}
          <p className="hint import-note">
            100,000 rows take some seconds to a minute. On a PostgreSQL server everybody reads on in that
            time; on the embedded database everybody waits while the rows go in. The audit log names every
            changed value.
          </p>
          <div className="button-row">
            <Button
              type="submit"
              name="intent"
              value="preview"
              disabled={sent !== undefined}
              busy={busyWith !== null}
              busyLabel={busyWith === 'preview' ? 'Comparing...' : undefined}
            >
              See what would change
            </Button>
          </div>
          <div className="button-row">
            <Button
              type="submit"
              name="intent"
              value="import"
              variant="caution"
              disabled={sent !== undefined}
              busy={busyWith !== null}
              busyLabel={busyWith === 'import' ? 'Importing Data...' : undefined}
            >
              Start Database Import
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  )
}

type OwnFileProps = { slug: string; title: string; error: string | undefined; children: ReactNode }

/** The upload of a file, with the choice of the bundled one. */
function OwnFile({ slug, title, error: submittedError, children }: OwnFileProps) {
  const error = useCurrentError(slug, submittedError)
  return (
    <div className="field">
      <label htmlFor={slug}>{title}</label>
      <ErrorMessage id={slug} error={error} />
      <input
        type="file"
        name={slug}
        accept=".csv,text/csv"
        className="input input-full"
        {...described({ id: slug, error })}
      />
      {children}
    </div>
  )
}
