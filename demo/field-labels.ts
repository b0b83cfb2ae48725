const fields = [
  ['fullName', 'Full name', 'Imię i nazwisko', 'Vor- und Nachname', 'Nom et prénom', 'Nombre y apellidos'],
  ['name', 'First name', 'Imię', 'Vorname', 'Prénom', 'Nombre'],
  ['surname', 'Last name', 'Nazwisko', 'Nachname', 'Nom', 'Apellidos'],
  ['companyName', 'Company', 'Firma', 'Unternehmen', 'Entreprise', 'Empresa'],
  ['email', 'E-mail', 'E-mail', 'E-Mail', 'E-mail', 'Correo electrónico'],
  ['phone', 'Phone', 'Telefon', 'Telefon', 'Téléphone', 'Teléfono'],
  ['message', 'Message', 'Wiadomość', 'Nachricht', 'Message', 'Mensaje'],
  ['nip', 'NIP', 'NIP', 'Steuernummer (NIP)', 'NIP', 'NIP'],
  ['city', 'City', 'Miasto', 'Ort', 'Ville', 'Ciudad'],
  ['voivodeship', 'Voivodeship', 'Województwo', 'Woiwodschaft', 'Voïvodie', 'Voivodato'],
  ['website', 'Website', 'Strona internetowa', 'Website', 'Site web', 'Sitio web'],
  ['industry', 'Industry', 'Branża', 'Branche', 'Secteur', 'Sector'],
  [
    'fleetSize',
    'Number of vehicles',
    'Liczba pojazdów',
    'Anzahl der Fahrzeuge',
    'Nombre de véhicules',
    'Número de vehículos',
  ],
  [
    'countMonitoringItems',
    'Number of vehicles',
    'Liczba pojazdów',
    'Anzahl der Fahrzeuge',
    'Nombre de véhicules',
    'Número de vehículos',
  ],
  ['contactDate', 'Date of the call', 'Data rozmowy', 'Datum des Anrufs', "Date de l'appel", 'Fecha de la llamada'],
  [
    'contactTime',
    'Time of the call',
    'Godzina rozmowy',
    'Uhrzeit des Anrufs',
    "Heure de l'appel",
    'Hora de la llamada',
  ],
  ['cv', 'CV', 'CV', 'Lebenslauf', 'CV', 'CV'],
  ['files', 'Attachments', 'Załączniki', 'Anhänge', 'Pièces jointes', 'Archivos adjuntos'],
  ['consents', 'Consent', 'Zgoda', 'Einwilligung', 'Consentement', 'Consentimiento'],
] as const

const columns = ['field', 'en', 'pl', 'de', 'fr', 'es']

/** What a field is called in a locale, in English for a locale without its own; a field without a name is called by its path. */
export function fieldLabel(propertyPath: string, locale: string): string {
  const name = propertyPath.replace(/\[.*$/, '')
  const row = fields.find(([field]) => field === name)
  return row?.[Math.max(1, columns.indexOf(locale))] ?? propertyPath
}
