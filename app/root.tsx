import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { useState, type ComponentType, type ReactNode } from 'react'

import { getRequestFlag } from '~/request-context.server'

import { nullIfUnavailable } from '../db/errors'
import { defaultBrand, themeColor, type Brand } from './content/brand'
import { campaignHeader } from './http/cookies.server'
import { takeFlash } from './http/redirects.server'
import { currentSession } from './http/session.server'
import { site } from './http/site.server'
import styles from './styles/app.css?url'
import iconFont from './styles/generated/icons.woff2?url'
import headingFont from './styles/generated/schibsted-grotesk.woff2?url'
import { BetaStrip } from './ui/beta-strip'
import { ErrorPage, useDescribedError } from './ui/error-page'
import { FlashMessage } from './ui/flash'
import { useNonce } from './ui/nonce'
import { NotFound, notFoundTitle } from './ui/not-found'
import { SiteFooter } from './ui/site-footer'
import { SiteHeader } from './ui/site-header'
import { SkipLink } from './ui/skip-link'
import { useInPageLinks } from './ui/use-in-page-links'
import { usePageStart } from './ui/use-page-start'

export { shouldRevalidate } from './ui/keep-page'

export const links: LinksFunction = () => [
  ...[headingFont, iconFont].map((href) => ({
    rel: 'preload' as const,
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** The fallback for pages without a title, errors among them. */
export const meta: MetaFunction = ({ data, error }) => {
  const brand = (data as { brand: Brand } | undefined)?.brand ?? defaultBrand
  if (isRouteErrorResponse(error) && error.status === 404) return [{ title: notFoundTitle }]
  return [{ title: error ? `Something went wrong - ${brand.name}` : brand.name }]
}

export async function loader({ request }: LoaderFunctionArgs) {
  const [session, flash, campaign] = await Promise.all([
    // While the database is unavailable, pages that do not need it are served as for a visitor.
    currentSession(request).catch(nullIfUnavailable),
    takeFlash(request),
    campaignHeader(request),
  ])
  const headers = new Headers()
  if (flash) headers.append('Set-Cookie', flash.header)
  if (campaign) headers.append('Set-Cookie', campaign)
  return json(
    {
      ...site,
      user: session && {
        id: session.user.id,
        username: session.user.username,
        admin: session.user.admin,
      },
      flash: flash?.flash ?? null,
      refused: getRequestFlag('refused'),
    },
    { headers },
  )
}

/** In a route's `handle`: whether its page needs no scripts, and a header that replaces the site's header and footer. */
type Handle = { static?: boolean; Header?: ComponentType<{ brand: Brand }> } | undefined

export function Layout({ children }: { children: ReactNode }) {
  const loaded = useRouteLoaderData<typeof loader>('root')
  // After a failed request the header keeps the last data: the user is still logged in.
  const [lastLoaded, setLastLoaded] = useState(loaded)
  if (loaded && loaded !== lastLoaded) setLastLoaded(loaded)
  const data = loaded ?? lastLoaded
  const nonce = useNonce()
  const handles = useMatches().map(({ handle }) => handle as Handle)
  const isStatic = handles.some((handle) => handle?.static)
  const OwnHeader = handles.find((handle) => handle?.Header)?.Header
  // A scripted document keeps its scripts on a client-side visit to a static page, for scrolling to the top and for Back.
  const isScripted = !isStatic || typeof document !== 'undefined'
  useInPageLinks()
  usePageStart()
  const brand = data?.brand ?? defaultBrand
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={themeColor} />
        <Meta />
        <Links />
        <script src="/accordion.js" defer />
      </head>
      <body>
        <SkipLink />
        {OwnHeader ? <OwnHeader brand={brand} /> : <SiteHeader user={data?.user ?? null} brand={brand} />}
        <FlashMessage flash={data?.flash ?? null} />
        <main id="main" tabIndex={-1}>
          <BetaStrip />
          {children}
        </main>
        {OwnHeader ? null : <SiteFooter brand={brand} />}
        {/* Static pages load no scripts. */}
        {isScripted ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  )
}

export default function App() {
  useLoaderData<typeof loader>()
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const described = useDescribedError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <ErrorPage {...described} />
}
