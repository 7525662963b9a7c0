/** A field of a form: its values are the page's options, or the value that it has filled in. */
export type Field = { name: string; type: string; values: string[] }

export type Form = { action: string; method: string; enctype: string; fields: Field[] }

/** Returns the forms of a page rendered by React, once for each submit button. */
export function formsOf(html: string, page: string): Form[] {
  const forms: (Form & { id: string })[] = []
  const loose: { owner: string; field: Field }[] = []
  let current: (Form & { id: string }) | null = null
  let select: Field | null = null
  for (const [, closing, tag = '', rest = ''] of html.matchAll(
    /<(\/?)(form|input|button|textarea|select|option)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g,
  )) {
    const attributes = attributesOf(rest)
    if (closing) {
      if (tag === 'form') current = null
      if (tag === 'select') select = null
    } else if (tag === 'form') {
      current = {
        id: attributes.id ?? '',
        action: attributes.action ?? page,
        method: (attributes.method ?? 'get').toUpperCase(),
        enctype: attributes.enctype ?? '',
        fields: [],
      }
      forms.push(current)
    } else if (tag === 'option') {
      select?.values.push(attributes.value ?? '')
    } else if (attributes.name) {
      const type = tag === 'input' ? (attributes.type ?? 'text') : tag
      const values = type === 'checkbox' || attributes.value ? [attributes.value ?? 'on'] : []
      const owner = attributes.form === undefined ? current : null
      const field = owner?.fields.find(({ name }) => name === attributes.name && type === 'radio')
      if (field) field.values.push(...values)
      else {
        const field = { name: attributes.name, type, values }
        if (owner) owner.fields.push(field)
        else if (attributes.form) loose.push({ owner: attributes.form, field })
        if (tag === 'select') select = field
      }
    }
  }
  for (const { owner, field } of loose) forms.find(({ id }) => id === owner)?.fields.push(field)
  return forms.flatMap(({ action, method, enctype, fields }) => {
    const buttons = fields.filter(({ type }) => type === 'button')
    const others = fields.filter(({ type }) => type !== 'button')
    const sent = buttons.length > 0 ? buttons.map((button) => [...others, button]) : [others]
    return sent.map((fields) => ({ action, method, enctype, fields }))
  })
}

/** The URLs of this site that a page links to. */
export function linksOf(html: string) {
  return [...html.matchAll(/<a\b[^>]*?\bhref="(\/[^"#]*)/g)].map(([, href = '']) => unescape(href))
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      unescape(value),
    ]),
  )
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

function unescape(text: string) {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
}
