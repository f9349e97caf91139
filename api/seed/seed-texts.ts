const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FIRST_NAMES = list(`
  Ada Amir Astrid Ben Bo Carmen Chen Dara Diego Elif Emeka Farah Felix Grace Hana Hugo Ines Ivan Jada Jonas Kaya Kofi
  Lena Luis Mara Milo Nadia Noor Omar Petra Quinn Rosa Sami Tara Theo Uma Viktor Wanda Yara Zoë
`);
export const LAST_NAMES = list(`
  Abbott Becker Calloway Castillo Dietrich Eriksen Fontaine Garland Haddad Ibarra Jansen Kowalski Lindqvist Marlow
  Nakamura Okafor Pereira Quintero Rasmussen Sandoval Tanaka Underhill Vasquez Whitlock Yilmaz Zielinski
`);
export const TRADES = list(`
  Bakery Bicycles Carpentry Dental Electric Florists Garage Hardware Interiors Joinery Kennels Landscaping Masonry
  Nursery Optics Plumbing Quilting Roofing Salon Tailors Upholstery Veterinary Welding Yoga
`);
export const TOWNS = list(`
  arbor bayview cedarville dunmore eastlake fairhaven glenwood harbor ironwood juniper kingsley lakeside maplewood
  northfield oakridge pinecrest quarry riverside stonebridge timberline upland valley westbrook
`);
export const WORDS = list(`
  able answer apple autumn before begin bench better between bicycle bright brother build calm carry chair charge circle
  client close cloud color common copper corner count cover daily deliver design dinner doctor double early earth east
  engine enough evening every family fence field figure finish flower follow forest friend garden gather gentle glass
  grain green ground guide handle harbor health hollow honest hour island kitchen ladder lantern large letter level
  light linen little local long maker market meadow measure message middle minute modern morning mother motion narrow
  native nature needle never north number object ocean office often open orange order oven paint paper patient pepper
  phone picture plain planet plenty pocket polish prepare price proper quick quiet rather reason repair return river
  rough round saddle sample season second service shadow shape silver simple sister sketch smooth south spring square
  stable station steady stone story street strong summer supply table teacher tender thread timber today together
  travel trust under useful valley velvet village visit walnut water weather weekly welcome window winter wonder wooden
`);
