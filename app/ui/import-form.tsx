import { Form, useNavigation } from '@remix-run/react'

import { Button } from './button'
import { Card } from './card'
import { ErrorSummary } from './error-summary'
import { CheckboxField, described, ErrorMessage } from './field'
import { Notice } from './notice'
import { formState, type RefusedForm } from './refused-form'
import { useImportProgress, type ImportProgress } from './use-import-progress'

type Props = {
  files: readonly { slug: string; title: string; file: string }[]
  refused: RefusedForm | null
  /** The run that was under way when the page was made. */
  progress: ImportProgress | null
}

/** Starts an import, of the bundled files or of others in their place, or looks first what it would change. */
export function ImportForm({ files, refused, progress }: Props) {
  const { formData } = useNavigation()
  const { errors, errorOf, field } = formState(refused)
  const intent = formData?.get('intent')
  const busy = intent === 'import' || intent === 'preview'
  const polled = useImportProgress(busy)
  const shown = busy ? polled : progress
  return (
    <Card title="Import from CSV files">
      <p>
        This tool imports the configuration of the underwriting engine from CSV files: the config assumptions,
        the risk data, the industry fallback, the industry gender stats and a simulation results file. They go
        into Coverage Tiers, Employer Risks, Industry Fallbacks, Industry Gender Statistics and Synergy Data.
      </p>
      <Notice tone="warning" title="Warning">
        <p>
          Existing data in these tables is cleared before the import: each table is replaced as a whole, or
          stays as it is if its file has a fault. The CSV files must be in the project directory, in{' '}
          <code>db/reference</code>, or be chosen below.
        </p>
      </Notice>
      <Form method="post" action="/admin/run-import" encType="multipart/form-data" className="form">
        <ErrorSummary errors={errors} />
        <details className="import-files" open={errors.length > 0 || undefined}>
          <summary>Use files of your own</summary>
          <p className="hint" id="files-hint">
            CSV in UTF-8, up to 64 MB together. A file takes the place of the bundled one for this run.
          </p>
          {files.map(({ slug, title, file }) => (
            <div key={slug} className={errorOf(slug) ? 'field field-wrong' : 'field'}>
              <label htmlFor={slug}>{title}</label>
              <p className="hint" id={`${slug}-hint`}>
                In place of <code>{file}</code>
              </p>
              <ErrorMessage id={slug} error={errorOf(slug)} />
              <input
                type="file"
                name={slug}
                accept=".csv,text/csv"
                className="input input-full"
                {...described({ id: slug, hint: file, error: errorOf(slug) })}
              />
            </div>
          ))}
          <CheckboxField label="Import only the files chosen here" {...field('only_uploaded')} />
        </details>
        {shown || busy ? <Progress progress={shown} /> : null}
        <p className="hint">
          A large file takes up to a minute or two. Wait for the answer, and start the import once.
        </p>
        <div className="button-row">
          <Button
            type="submit"
            name="intent"
            value="import"
            busy={busy}
            busyLabel={intent === 'import' ? 'Importing Data...' : undefined}
          >
            Start Database Import
          </Button>
          <Button
            type="submit"
            name="intent"
            value="preview"
            variant="secondary"
            busy={busy}
            busyLabel={intent === 'preview' ? 'Comparing...' : undefined}
          >
            See what would change
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function Progress({ progress }: { progress: ImportProgress | null }) {
  const rows = (progress?.rows ?? 0).toLocaleString('en-US')
  return (
    <div className="import-progress">
      <progress aria-label="An import is under way" />
      <p>{progress?.table ? `${progress.table}: ${rows} rows read` : 'The files are on their way'}</p>
    </div>
  )
}
