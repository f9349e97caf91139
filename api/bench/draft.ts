/** What a buyer of one website sends. */
export function draft(checkoutId: string) {
  return {
    checkoutId,
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
    businessDescription: 'We repair and sell bicycles for people who ride to work every day.',
    country: 'US',
    state: 'OH',
    city: 'Columbus',
    postalCode: '43004',
    address: '12 Canal Street',
    serviceTypes: ['website'],
    addons: [],
    isYearly: false,
  };
}
