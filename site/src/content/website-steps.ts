export const websiteSteps = [
  { title: 'Pay', words: 'Pay by card or PayPal. Your confirmation email has your order number.' },
  {
    title: 'Tell us about it',
    words:
      'Fill out one form: pages you like, three colors, what you offer, and where you are. We’ll contact you within 24 hours.',
  },
  { title: 'Revise', words: 'You’ll see the design and tell us what to change, up to five times.' },
  { title: 'Go live', words: 'Your page goes live one to two business days after you approve it.' },
] as const;
