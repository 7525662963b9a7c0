import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { faqGroups } from '~/content/faq'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList, faqPage } from '~/content/structured-data'
import { cachedPage } from '~/http/cache-directive.server'
import { Button } from '~/ui/button'
import { PageHeading } from '~/ui/page-heading'

import { Accordion } from './parts/accordion'
import { searchQuestions } from './parts/faq-search.server'
import { PageContents } from './parts/page-contents'
import { WaitlistCall } from './parts/waitlist-call'

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    path: '/faq',
    title: 'Questions and answers',
    keywords:
      'questions, answers, income protection, beta, coverage, applying, claims, billing, account, email',
    description:
      'What is covered, how to apply, how a claim would work, what it costs and what the beta means for you.',
    schema: [
      faqPage((data?.groups ?? []).flatMap(({ questions }) => questions)),
      breadcrumbList(siteOf(matches), [{ name: 'Questions and answers', path: '/faq' }]),
    ],
  })

export const headers = cachedPage(3600)
export const handle = {
  static: true,
  beta: 'Cover is not available or active yet. What is said of it describes the plan.',
}

/** The longest search that is read, in characters. */
const maxSearch = 100

export function loader({ request }: LoaderFunctionArgs) {
  const search = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, maxSearch)
  return json({ search, groups: searchQuestions(faqGroups, search) })
}

export default function Faq() {
  const { search, groups } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="container">
        <PageHeading
          title="Questions and answers"
          lede="Short answers in plain words. If yours is missing, write to us: we answer."
        />
        <SearchForm search={search} />
        <div className="beside-contents">
          {groups.length > 0 ? <PageContents items={groups} /> : null}
          <div>
            {search === '' ? null : (
              <SearchResult
                search={search}
                count={groups.reduce((sum, { questions }) => sum + questions.length, 0)}
              />
            )}
            {groups.map(({ id, heading, questions }) => (
              <section key={id} id={id} className="faq-group" aria-labelledby={`${id}-heading`}>
                <h2 id={`${id}-heading`}>{heading}</h2>
                {search === '' ? (
                  <Accordion items={questions} headingLevel={3} />
                ) : (
                  questions.map((question) => (
                    <Accordion key={question.id} items={[question]} headingLevel={3} firstOpen />
                  ))
                )}
              </section>
            ))}
          </div>
        </div>
      </div>
      <WaitlistCall />
    </>
  )
}

function SearchForm({ search }: { search: string }) {
  return (
    <form method="get" action="/faq#found" role="search" className="faq-search">
      <label htmlFor="q">Search the questions and answers</label>
      <div>
        <input
          key={search}
          id="q"
          name="q"
          type="search"
          className="input"
          maxLength={maxSearch}
          autoComplete="off" // Back would restore the words of another search
          defaultValue={search}
        />
        <Button type="submit">Search</Button>
      </div>
    </form>
  )
}

function SearchResult({ search, count }: { search: string; count: number }) {
  const answers = count === 0 ? 'No answer fits' : count === 1 ? '1 answer fits' : `${count} answers fit`
  return (
    <p role="status" id="found" className="form-anchor" tabIndex={-1}>
      {answers} “{search}”.{' '}
      {count > 0 ? null : (
        <>
          <a href="/contact">Write to us</a>, and a person answers it.{' '}
        </>
      )}
      <a href="/faq">Show all questions</a>.
    </p>
  )
}
