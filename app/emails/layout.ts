import type { Brand } from '~/content/brand'
import type { Message } from '~/domain/mail/mail.server'
import type { PriceStep } from '~/domain/offers/price-steps'

export type MailPart =
  | string
  /** A code to type in. */
  | { code: string }
  /** A link; the plain text shows its URL. */
  | { label: string; url: string }
  /** Typed text, with its line breaks. */
  | { words: string }
  /** A waterfall; the plain text shows its figures. */
  | { title: string; steps: readonly PriceStep[] }

/** What a mail says, for a page that shows it. */
export type MailContent = { parts: readonly MailPart[]; footer: readonly string[] }

/** Lays out a mail: the same parts as plain text and as HTML that needs no external images or styles. */
export function mailOf(brand: Brand, subject: string, parts: readonly MailPart[]): Message & MailContent {
  const footer = `${brand.name}, ${brand.address}. Questions: ${brand.email} or ${brand.phone}.`
  const beta = `${brand.name} is in beta. Cover is not available or active yet.`
  return {
    subject,
    parts,
    footer: [beta, footer],
    text: [...parts.map(asText), '--', beta, footer].join('\n\n') + '\n',
    html:
      '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
      `<title>${escape(subject)}</title></head>` +
      '<body style="margin:0;padding:24px;background:#fbf9f5;color:#12243b;font:16px/1.5 system-ui,sans-serif">' +
      '<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">' +
      `<p style="margin:0 0 16px;font-size:20px;font-weight:700">${escape(brand.name)}</p>` +
      parts.map(asHtml).join('') +
      `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d9d3c7;color:#4a5a6e;font-size:14px">` +
      `${escape(beta)}<br>${escape(footer)}</p></div></body></html>`,
  }
}

/** For mails to unverified emails. */
export const notYou = 'If this was not you, somebody typed your address by mistake, and you need do nothing.'

/** Greets by name only if the name is plainly one: what a visitor typed must not carry a URL or a number to a stranger. */
export function greeting(name: string) {
  const isName = name.length <= 60 && /^(?:[\p{L}\p{M}'’ -]|[.,](?= |$))+$/u.test(name)
  return isName ? `Hello ${name},` : 'Hello,'
}

function asText(part: MailPart) {
  if (typeof part === 'string') return part
  // A line that is indented by four spaces is a code: see maskSecrets.
  if ('words' in part) return part.words.replace(/^[^\S\n]+/gm, '')
  if ('steps' in part)
    return [part.title, ...part.steps.map(({ label, value }) => `  ${label}: ${value}`)].join('\n')
  return 'code' in part ? `    ${part.code}` : `${part.label}:\n${part.url}`
}

function asHtml(part: MailPart) {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escape(part)}</p>`
  if ('code' in part)
    return `<p style="margin:0 0 16px;font:700 24px/1.5 monospace;letter-spacing:2px">${escape(part.code)}</p>`
  if ('words' in part)
    return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escape(part.words).replaceAll('\n', '<br>')}</p>`
  if ('steps' in part) return waterfall(part)
  return (
    `<p style="margin:0 0 16px"><a href="${escape(part.url)}" style="color:#1e5f9e;font-weight:600">` +
    `${escape(part.label)}</a></p>`
  )
}

const barColors = { sum: '#1e5f9e', up: '#a64a17', down: '#17673f' }

/** A table, which every mail client draws: a row of words and a row with the bar for each step. */
function waterfall({ title, steps }: { title: string; steps: readonly PriceStep[] }) {
  const rows = steps.map(({ label, value, from, to, kind }) => {
    const weight = kind === 'sum' ? 700 : 400
    const left = Math.round(100 * Math.min(from, to))
    const width = Math.min(100 - left, Math.max(1, Math.round(100 * Math.abs(to - from))))
    const cells = [
      [left, ''],
      [width, `background:${barColors[kind]};`],
      [100 - left - width, ''],
    ] as const
    const bar = cells
      .filter(([percent]) => percent > 0)
      .map(
        ([percent, color]) =>
          `<td style="width:${percent}%;height:10px;padding:0;${color}font-size:1px;line-height:10px">&nbsp;</td>`,
      )
    return (
      `<tr><td style="padding:6px 8px 2px 0;font-weight:${weight}">${escape(label)}</td>` +
      `<td style="padding:6px 0 2px;text-align:right;white-space:nowrap;font-weight:${weight}">${escape(value)}</td></tr>` +
      '<tr><td colspan="2" style="padding:0 0 6px">' +
      '<table role="presentation" style="width:100%;border-collapse:collapse;table-layout:fixed">' +
      `<tr>${bar.join('')}</tr></table></td></tr>`
    )
  })
  return (
    `<p style="margin:0 0 8px">${escape(title)}</p>` +
    '<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse">' +
    `${rows.join('')}</table>`
  )
}

function escape(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
