import { json, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'

import { officeStart } from '~/content/office-start'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { onlyQuoteOf, searchOffice } from '~/domain/search/search.server'
import { requireAdmin } from '~/http/session.server'
import { countedWords } from '~/lists/search-terms'
import { AdminPage } from '~/ui/admin-frame'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { TextField } from '~/ui/field'
import { unreached, useReachableForm } from '~/ui/use-reachable-form'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Search', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { searchParams } = new URL(request.url)
  const query = (searchParams.get('q') ?? '').slice(0, 100)
  const groups = await searchOffice(db, query)
  const only = searchParams.has('go') ? onlyQuoteOf(groups) : null // from the bar
  if (only !== null) throw redirect(only)
  return json({ query, groups })
}

/** The results of the back office's search, also without JavaScript; the search in the bar shows them while typing. */
export default function Search() {
  const { query, groups } = useLoaderData<typeof loader>()
  const counted = countedWords(query)
  const isLetter = /^\p{L}$/u.test(query.trim())
  const { isLost, onSubmit } = useReachableForm()
  return (
    <AdminPage title="Search">
      <Form key={query} className="toolbar search-form" onSubmit={onSubmit}>
        <TextField
          label="People, applications, results, employers, pages"
          name="q"
          id="search"
          type="search"
          defaultValue={query}
          maxLength={100}
          error={isLost ? unreached : undefined}
        />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </Form>
      {counted === null ? null : (
        <p>
          {counted === '' ? 'Letters and digits are searched' : `Searched for ‘${counted}’`}: other signs do
          not count.
        </p>
      )}
      {isLetter && groups.length > 0 ? <p>Type at least two letters to find people and records.</p> : null}
      {groups.length > 0 ? null : (
        <EmptyState title={query === '' ? 'What are you looking for?' : 'Nothing was found'}>
          <p>
            Words count from their beginning, without accents; one letter is a whole word. Q-12 finds an
            application, ‘result 12’ a result; ‘run 12’, ‘send 12’, ‘decide Ann’ or ‘correct Ann’ what can be
            done.
          </p>
        </EmptyState>
      )}
      <div className="search-groups">
        {(query === '' ? officeStart.map((group) => ({ ...group, all: null })) : groups).map(
          ({ title, hits, all }) => (
            <Card key={title} title={title}>
              <ul className="search-hits">
                {hits.map(({ label, note, to }) => (
                  <li key={to + label}>
                    <Link to={to}>{label}</Link>
                    {note === '' ? null : <span className="hint"> {note}</span>}
                  </li>
                ))}
              </ul>
              {all === null ? null : <Link to={all}>All of them</Link>}
            </Card>
          ),
        )}
      </div>
    </AdminPage>
  )
}
