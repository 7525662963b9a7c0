/** What was typed into a form that is not shown any more, so that it is not lost. */
export function TypedWords({ texts }: { texts: readonly (string | undefined)[] }) {
  const typed = texts.flatMap((text) => (text?.trim() ? [text.trim()] : []))
  if (typed.length === 0) return null
  return (
    <>
      <p>What you typed was not sent:</p>
      {typed.map((text) => (
        <blockquote key={text} className="typed-words">
          {text}
        </blockquote>
      ))}
    </>
  )
}
