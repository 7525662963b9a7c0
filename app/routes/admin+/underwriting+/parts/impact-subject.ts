import type { Subject } from '~/domain/impacts/subjects.server'
import { counted, signedMoney } from '~/domain/formats'
import type { RunFigures } from '~/domain/impacts/impacts.server'

const changeVerbs = { create: 'The addition of', update: 'The change of', delete: 'The deletion of' }

/** Describes the subject of a run over all quotes. */
export function subjectText(subject: Subject) {
  switch (subject.kind) {
    case 'draft': {
      const parts = [
        ...(subject.code ? ['the code'] : []),
        ...(subject.tables > 0 ? [counted(subject.tables, 'table')] : []),
      ]
      return `A draft that changes ${parts.join(' and ')}`
    }
    case 'proposal':
      return `The proposed version ${subject.filename}`
    case 'change':
      return `${changeVerbs[subject.action]} ${subject.name}, as proposed by change ${subject.id}`
    case 'record':
      if (subject.action === 'create') return `${changeVerbs.create} ${subject.name}`
      if (subject.action === 'delete') return `${changeVerbs.delete} ${subject.name}`
      return `Another ${subject.changes.map(({ label }) => label.toLowerCase()).join(', ')} of ${subject.name}`
  }
}

/** Returns the URL of the page that edits a run's subject; the form of a record there has the values of the run. */
export function subjectPage({ id: run, subject }: { id: number; subject: Subject }) {
  switch (subject.kind) {
    case 'draft':
      return subject.code ? '/admin/underwriting/code?edit=yes' : '/admin/underwriting/tables'
    case 'proposal':
      return `/admin/underwriting/proposal/${subject.id}`
    case 'change':
      return `/admin/underwriting/releases/change/${subject.id}`
    case 'record': {
      const { collection, id, action } = subject
      const form = action === 'create' ? `add=${collection}` : `edit=${collection}:${id}`
      const tried = action === 'delete' ? '' : `&run=${run}`
      return `/admin/underwriting?tab=${collection}&${form}${tried}#${collection}`
    }
  }
}

/** Returns the label of the link to that page, which saves the change or adds it to a release. */
export function subjectLink(subject: Subject) {
  switch (subject.kind) {
    case 'draft':
      return 'Back to the draft, to save it'
    case 'proposal':
      return 'Back to the version, to release it'
    case 'change':
      return 'Back to the change, to release it'
    case 'record':
      if (subject.action === 'delete') return `Back to ${subject.name}`
      return `Back to ${subject.name}, to save it or add it to a release`
  }
}

/** Summarizes a run: '+$57.76 a month, no decision changes'. */
export function outcomeText({ moved, dollars, decisions }: RunFigures) {
  const premiums = moved === 0 ? 'No premium changes' : `${signedMoney(dollars)} a month`
  return `${premiums}, ${decisions === 0 ? 'no decision changes' : counted(decisions, 'decision')}`
}
