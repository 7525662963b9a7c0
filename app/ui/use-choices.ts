import { useEffect, useState, type ChangeEvent, type RefObject } from 'react'

/**
 * Counts the ticked rows of a list, whose checkboxes belong to `form` and are named 'chosen-' and an id, and keeps them and the form's checkbox
 * `all` in step.
 */
export function useChoices(form: RefObject<HTMLFormElement>) {
  const [count, setCount] = useState(0)

  const boxes = () =>
    [...(form.current?.elements ?? [])].filter(
      (element): element is HTMLInputElement =>
        element instanceof HTMLInputElement && element.name.startsWith('chosen-'),
    )
  const chooseAll = ({ target: { checked } }: ChangeEvent<HTMLInputElement>) => {
    for (const box of boxes()) box.checked = checked
    setCount(checked ? boxes().length : 0)
  }

  // The checkbox for all is cleared as soon as a row is.
  useEffect(() => {
    const follow = ({ target }: Event) => {
      const all = form.current?.elements.namedItem('all')
      if (!(target instanceof HTMLInputElement) || !target.name.startsWith('chosen-')) return
      const chosen = boxes().filter(({ checked }) => checked).length
      setCount(chosen)
      if (all instanceof HTMLInputElement) all.checked = chosen === boxes().length
    }
    const clear = ({ target }: Event) => {
      if (target === form.current) setCount(0)
    }
    document.addEventListener('change', follow)
    document.addEventListener('reset', clear)
    return () => {
      document.removeEventListener('change', follow)
      document.removeEventListener('reset', clear)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the boxes are looked up at each event
  }, [])
  return { count, chooseAll }
}
