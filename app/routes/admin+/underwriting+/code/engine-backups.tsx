import { Link } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import { engineTrials } from '~/content/engine'
import type { Differences } from '~/domain/engine-versions/differences.server'
import type { listBackups } from '~/domain/engine-versions/engine-versions.server'
import { adminTime, counted } from '~/domain/formats'
import { fileSize } from '~/domain/office-formats'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EmptyState } from '~/ui/empty-state'
import { SelectField } from '~/ui/field'
import { Form } from '~/ui/form'
import { GetForm } from '~/ui/get-form'
import { IntentButton } from '~/ui/intent-button'
import type { RowOf } from '~/ui/row-of'
import { Table } from '~/ui/table'
import { useIsSending } from '~/ui/use-is-sending'
import { Unset } from '~/ui/unset'

import { CodeArea } from './code-area'
import type { CodeRun } from './code-runs.server'
import { CodeDifferences } from '../parts/code-differences'

type Backup = RowOf<typeof listBackups>

export type BackupPreview = {
  filename: string
  source: string
  runs: readonly CodeRun[]
  /** The other version that it is compared with. */
  other: string
  /** From the other version to the backup. */
  differences: Differences | null
}

const backupsUrl = '/admin/underwriting/code?tab=backups'
const pathOf = (filename: string) => `${backupsUrl}&backup=${encodeURIComponent(filename)}`

type Props = {
  backups: readonly Backup[]
  active: { filename: string; hash: string } | null
  preview: BackupPreview | null
  confirming: boolean
}

/** The earlier versions, and the selected one to read, compare and restore. */
export function EngineBackups({ backups, active, preview, confirming }: Props) {
  const chosen = backups.find(({ filename }) => filename === preview?.filename)
  const last = backups.find((backup) => backup.interface === 2)
  return (
    <>
      {last && !confirming ? (
        <p>
          <ButtonLink to={`${pathOf(last.filename)}&confirm=yes#preview`} variant="secondary">
            Roll back to the last version
          </ButtonLink>{' '}
          <span className="hint">
            {[
              `${last.filename}, in use until ${adminTime(last.created)} UTC`,
              ...(last.note ? [last.note] : []),
            ].join(': ')}
          </span>
        </p>
      ) : null}
      <Table
        caption="Backups, newest first"
        captionHidden
        dense
        rows={backups}
        rowKey={({ filename }) => filename}
        empty={
          <EmptyState title="No backups found.">
            <p>A backup is made whenever the code is changed.</p>
          </EmptyState>
        }
        columns={[
          {
            header: 'Backup',
            rowHeader: true,
            cell: ({ filename, note, author }) => (
              <>
                <span className="filename">{filename}</span>
                <span className="row-note">
                  {[author ? `Saved by ${author}` : 'Author not recorded', ...(note ? [note] : [])].join(
                    ': ',
                  )}
                </span>
              </>
            ),
          },
          { header: 'Date', cell: ({ created }) => adminTime(created) },
          { header: 'Size', numeric: true, cell: ({ size }) => fileSize(size) },
          {
            header: 'Actions',
            cell: ({ filename }) => (
              <Link
                to={`${pathOf(filename)}#preview`}
                aria-current={filename === chosen?.filename || undefined}
              >
                View<span className="visually-hidden"> {filename}</span>
              </Link>
            ),
          },
        ]}
      />
      {backups.length > 0 ? (
        <p className="hint">The date is when another version took its place. Times are in UTC.</p>
      ) : null}
      {preview && chosen ? (
        <Preview
          preview={preview}
          chosen={chosen}
          backups={backups}
          active={active}
          confirming={confirming}
        />
      ) : (
        <p id="preview">Select a backup to preview.</p>
      )}
    </>
  )
}

function Preview({
  preview: { filename, source, runs, other, differences },
  chosen,
  backups,
  active,
  confirming,
}: Props & { preview: BackupPreview; chosen: Backup }) {
  const others = backups.map((backup) => backup.filename).filter((name) => name !== filename)
  const options = others.map((name) => ({ value: name, label: name }))
  return (
    <Card id="preview" title={`Preview of ${filename}`}>
      <DescriptionList
        items={[
          { term: 'Saved', description: `${adminTime(chosen.saved_at)} UTC` },
          { term: 'Saved by', description: chosen.author ?? 'Not recorded' },
          { term: 'In use until', description: `${adminTime(chosen.created)} UTC` },
          { term: 'Note', description: chosen.note ?? <Unset /> },
        ]}
      />
      <div className="restore">
        {confirming ? (
          <Confirmation filename={filename} base={active?.hash} />
        ) : (
          <ButtonLink to={`${pathOf(filename)}&confirm=yes#preview`} variant="secondary" preventScrollReset>
            Restore This Backup
          </ButtonLink>
        )}
      </div>
      <h3>{other === active?.filename ? 'What restoring changes' : 'Differences'}</h3>
      <GetForm action="/admin/underwriting/code#preview" className="toolbar" preventScrollReset>
        <input type="hidden" name="tab" value="backups" />
        <input type="hidden" name="backup" value={filename} />
        <SelectField
          key={`${filename} ${other}`}
          name="with"
          label="Compare this backup with"
          options={
            active ? [{ value: active.filename, label: `${active.filename} (in use)` }, ...options] : options
          }
          defaultValue={other}
        />
        <Button type="submit" variant="secondary">
          Compare
        </Button>
      </GetForm>
      <CodeDifferences
        differences={differences}
        before={other}
        after={filename}
        summary={differences && other === active?.filename ? restoringText(differences) : undefined}
      />
      <CodeArea
        key={filename}
        name="preview-code"
        label="Code of this backup"
        defaultValue={source}
        readOnly
        runs={runs}
      />
    </Card>
  )
}

/** The effect of restoring on the lines of the active code. */
export function restoringText({ added, removed }: Pick<Differences, 'added' | 'removed'>) {
  const acts = [
    ...(removed > 0 ? [`takes out ${counted(removed, 'line')}`] : []),
    ...(added > 0 ? [`adds ${counted(added, 'line')}`] : []),
  ]
  return `Restoring ${acts.length > 0 ? acts.join(' and ') : 'changes no line of the code'}.`
}

function Confirmation({ filename, base }: { filename: string; base: string | undefined }) {
  const question = useRef<HTMLParagraphElement>(null)
  const isRestoring = useIsSending({ intent: 'restore' })
  useEffect(() => {
    question.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Form method="post" action={`${pathOf(filename)}&confirm=yes`}>
      <input type="hidden" name="filename" value={filename} />
      {base ? <input type="hidden" name="base" value={base} /> : null}
      <p ref={question} tabIndex={-1}>
        Put this backup in the place of the code in use? The code in use becomes a backup first.
      </p>
      <div className="button-row">
        <IntentButton intent="restore" variant="danger" busyLabel="Restoring...">
          Confirm Restore
        </IntentButton>
        <ButtonLink to={`${pathOf(filename)}#preview`} variant="quiet" preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
      <p className="hint" role="status">
        {isRestoring ? engineTrials.code : ''}
      </p>
    </Form>
  )
}
