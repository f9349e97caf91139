export const dentalSteps = [
  {
    title: 'Tick',
    words: 'One form: the calls you want answered, your systems, the languages you need and HIPAA.',
  },
  {
    title: 'Talk',
    words: 'We contact you within 24 hours and quote your price. A third party bills it separately.',
  },
  { title: 'Pick up', words: 'Your agent is operational in one to two business days.' },
] as const;
