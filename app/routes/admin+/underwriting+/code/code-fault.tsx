type Props = { code: string; line: number; column: number }

const around = 2
const widest = 200

/** The place of an error in a source: the lines around it, with a mark under the column. */
export function CodeFault({ code, line, column }: Props) {
  const lines = code.split(/\r\n?|\n/)
  const first = Math.max(1, line - around)
  const last = Math.min(lines.length, line + around)
  const digits = String(last).length
  const rows = lines.slice(first - 1, last).map((text, index) => ({ number: first + index, text }))
  const title = `Line ${line}, column ${column}`
  return (
    <figure className="code-fault">
      <figcaption>{title}</figcaption>
      <section className="code-scroll" aria-label={`The code at line ${line}`} tabIndex={0}>
        <pre>
          {rows.map(({ number, text }) => {
            const row = `${String(number).padStart(digits)}  ${text.slice(0, widest)}\n`
            if (number !== line) return row
            return (
              <mark key={number}>
                {row}
                {column <= widest ? `${' '.repeat(digits + 1 + column)}^\n` : null}
              </mark>
            )
          })}
        </pre>
      </section>
    </figure>
  )
}
