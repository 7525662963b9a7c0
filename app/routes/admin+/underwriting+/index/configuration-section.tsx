import type { Collection } from '~/domain/configuration/collections'
import { missingRecord } from '~/domain/configuration/failures'
import type { WaitingChange } from '~/domain/releases/change-views.server'
import type { FieldError } from '~/domain/parse-fields'
import type { Sort } from '~/lists/list-params'
import { ButtonLink } from '~/ui/button'
import { draftKey, listDrafts } from '~/ui/drafts'
import { ErrorSummary } from '~/ui/error-summary'
import { useOwner } from '~/ui/form'
import { ListToolbar } from '~/ui/list-toolbar'
import { Notice } from '~/ui/notice'
import { Obstacle } from '~/ui/obstacle'
import { Pager } from '~/ui/pager'
import { SortLinks } from '~/ui/sort-links'
import type { FormResult } from '~/ui/form-result'
import { useHydrated } from '~/ui/use-hydrated'

import { groupsOf, shownColumns, shownGroups, sortOf } from './configuration-columns'
import { configurationDraft, ConfigurationForm } from './configuration-form'
import { ConfigurationTable } from './configuration-table'
import { useConfigurationFocus } from './use-configuration-focus'

/** The open form of a table: for a new record, for one that no longer exists, or for a record in a form or in its row. */
export type OpenRecord =
  | ({ as: 'new'; idempotencyKey: string } & Omit<OpenRow, 'id'>)
  | ({ as: 'missing'; idempotencyKey: string } & OpenRow)
  | ({ as: 'edit' | 'row' } & OpenRow)

/** A record that is open, as form values, and the run over all quotes that has tried those. */
export type OpenRow = { id: number; values: Record<string, string>; run: number | null }

/** A record as its row shows it. */
export type SectionRow = {
  id: number
  updatedAt: string
  /** The time of creation, if the table shows it. */
  created?: string
  /** The texts of the shown columns, in order. */
  cells: string[]
}

export type Section = {
  slug: string
  rows: SectionRow[]
  /** The changes of these records, and of the open one, that wait for a release. */
  waiting: WaitingChange[]
  /** The records of the page without a price, each with the missing data. */
  unpriced: string[]
  open: OpenRecord | null
  /** The open tab, with the search, the cursor and the order of its table. */
  state: { texts: { tab: string; q: string; cursor: string; sort: string }; errors: FieldError[] }
  /** The order of the records. */
  sort: Sort
  /** Whether its columns sort it; a large table has one order. */
  isSortable: boolean
  /** Who releases a change of these records; null if changes never wait for a release. */
  releaseBy: 'one' | 'two' | null
  /** The selected column groups; empty for the default ones. */
  shown: string[]
  /** The number of listed records, as text. */
  total: string
  /** The cursor of the next page; null on the last. */
  nextCursor: number | null
  /** The last record that a search of a large table has read; null if it has read all. */
  searchedTo: number | null
  /** A message if the table could not be read. */
  error: string | null
}

type Props = {
  collection: Collection
  section: Section
  formResult: FormResult | null
  /** The input of a form of this table that was sent after its session had ended, if any. */
  unsaved: Record<string, string> | null
  /** Leaves out the search, for a short list. */
  brief?: true
}

/** One of the seven tables: records can be searched, added, changed in a form or in the row, and deleted. */
export function ConfigurationSection({ collection, section, formResult, unsaved, brief }: Props) {
  const { slug } = collection
  const { state, shown, open } = section
  /** Returns the URL of the table in this state with changes, such as an open form or another page. */
  const at = (changes: Record<string, string>) => {
    const params = Object.entries({ ...state.texts, ...changes }).filter(([, value]) => value !== '')
    const query = new URLSearchParams([...params, ...shown.map((group) => ['show', group])])
    return `/admin/underwriting${query.size > 0 ? `?${query}` : ''}#${slug}`
  }
  const isFirstPage = state.texts.cursor === ''
  const pageAfter = (cursor: number | null) =>
    cursor === null ? null : at({ tab: slug, cursor: String(cursor) })
  const [deletion, change] = formResult?.values.intent === 'delete' ? [formResult, null] : [null, formResult]
  const openId = open && 'id' in open ? String(open.id) : ''
  const isMissing = open?.as === 'missing'
  const typed = isMissing || (unsaved?.id ?? '') === openId ? unsaved : null
  const draft = configurationDraft(collection, open && 'id' in open ? open.id : undefined)
  const hasDraft = useHasDraft(draft)
  const hasInput = change !== null || typed !== null || hasDraft
  const box = useConfigurationFocus(section, formResult !== null)
  const table = (
    <ConfigurationTable
      collection={collection}
      section={section}
      formResult={change}
      unsaved={typed}
      at={at}
    />
  )
  return (
    <div id={slug} className="configuration" ref={box}>
      <header className="card-head">
        <h2>{collection.heading}</h2>
        {open?.as === 'new' ? null : (
          <ButtonLink to={at({ add: slug })} variant="secondary" preventScrollReset data-opens="new">
            Add New<span className="visually-hidden"> {collection.singular}</span>
          </ButtonLink>
        )}
      </header>
      {section.error === null ? null : (
        <Notice tone="danger">
          <p>
            Error loading {collection.plural}: {section.error}
          </p>
        </Notice>
      )}
      {deletion ? <ErrorSummary errors={deletion.errors} /> : null}
      <Unpriced collection={collection} records={section.unpriced} />
      {isMissing && change === null ? (
        <Obstacle takesFocus={false}>
          <p>
            {missingRecord}
            {hasInput ? ' You can add it again with what you typed, or leave it deleted.' : null}
          </p>
        </Obstacle>
      ) : null}
      {open && open.as !== 'row' && (!isMissing || hasInput) ? (
        <ConfigurationForm
          key={open.as === 'edit' ? open.id : open.as}
          collection={collection}
          record={open.as === 'edit' ? open : null}
          initial={open}
          idempotencyKey={'idempotencyKey' in open ? open.idempotencyKey : undefined}
          draft={draft}
          formResult={change}
          unsaved={typed}
          closed={at({})}
          releaseBy={section.releaseBy}
          waiting={section.waiting}
        />
      ) : null}
      {brief ? null : (
        <ListToolbar
          url={at({ tab: slug, q: '', cursor: '' })}
          state={state}
          fields={[{ name: 'q', label: `Search ${collection.plural}`, id: `${slug}-search` }]}
          total={section.total}
          columns={columnsField(collection, shown)}
          preventScrollReset
        />
      )}
      {brief || section.rows.length === 0 ? null : (
        <SortLinks
          columns={shownColumns(collection, shown).map((column) => ({
            header: column.label,
            sort: sortOf(section, column.name, at),
          }))}
        />
      )}
      {section.error !== null ? null : brief ? (
        <details className="phone-fold" open={open !== null || change !== null}>
          <summary>
            {section.rows.length} {collection.plural}
          </summary>
          {table}
        </details>
      ) : (
        table
      )}
      {section.searchedTo === null ? null : (
        <Notice tone="warning">
          <p>
            This table is large: the search has looked {isFirstPage ? '' : 'on '}as far as number{' '}
            {section.searchedTo.toLocaleString('en-US')}.
          </p>
        </Notice>
      )}
      <Pager
        label={`Pages of ${collection.plural}`}
        links={{
          'First page': isFirstPage ? null : at({ tab: slug, cursor: '' }),
          'Next page': pageAfter(section.nextCursor),
          'Search further': pageAfter(section.searchedTo),
        }}
        preventScrollReset
      />
    </div>
  )
}

/** Whether this tab has unsaved input under a draft's name. */
function useHasDraft(draft: string) {
  const owner = useOwner()
  const hydrated = useHydrated()
  return hydrated && owner !== null && listDrafts(owner).some(({ key }) => key === draftKey(draft, owner))
}

/** Lists the records of a page that lack a price. */
function Unpriced({ collection, records }: { collection: Collection; records: readonly string[] }) {
  if (records.length === 0) return null
  return (
    <Notice tone="warning" title="Not offered yet">
      <p>
        Nobody is offered a {collection.singular} without what prices it. These lack something:{' '}
        {records.join('; ')}.
      </p>
    </Notice>
  )
}

/** The groups of columns that can be chosen; undefined for a table without groups. */
function columnsField(collection: Collection, shown: readonly string[]) {
  const named = (groups: ReturnType<typeof groupsOf>) => groups.flatMap(({ group }) => group ?? [])
  const groups = named(groupsOf(collection))
  if (groups.length === 0) return undefined
  const options = groups.map((group) => ({ value: group, label: group }))
  return { name: 'show', options, chosen: named(shownGroups(collection, shown)) }
}
