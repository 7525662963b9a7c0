/** The most used pages and actions: suggestions for an empty search. */
export const officeStart = [
  {
    title: 'Lists',
    hits: [
      { label: 'Work', note: 'what waits for an answer', to: '/admin/work' },
      {
        label: 'Results to decide on',
        note: 'referrals',
        to: '/admin/underwriting/results?decision=to-decide',
      },
      { label: 'Results to send', note: 'to applicants', to: '/admin/underwriting/results?decision=to-send' },
      { label: 'Audit log', note: 'who changed what', to: '/admin/audit' },
    ],
  },
  {
    title: 'Acts',
    hits: [
      {
        label: 'Edit a tier',
        note: 'and its price',
        to: '/admin/underwriting?tab=coverage-tiers#coverage-tiers',
      },
      { label: 'Edit the engine code', note: '', to: '/admin/underwriting/code?edit=yes' },
      { label: 'Release proposed changes', note: '', to: '/admin/underwriting/releases' },
      { label: 'Import tables', note: 'from files', to: '/admin/run-import' },
    ],
  },
]
