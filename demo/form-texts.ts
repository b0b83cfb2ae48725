/** What the service says about a form in one locale; messages by the keys of `hydrate/forms/fields/check-field.ts`. */
export type FormTexts = {
  messages: Record<string, string>
  thanks: string
  note: string
  referenceNote: string
  failure: string
  summary: string
  back: string
}

const phone = 'Nieprawidłowy format numeru telefonu'

const english: FormTexts = {
  messages: {
    'validation.required': 'Mandatory field',
    'validation.minLength': 'Enter a minimum of three characters.',
    'validation.email': 'Provide a valid email address',
    'validation.nip': 'Provide a valid Tax Identification Number (NIP)',
    'validation.phone': phone,
    'validation.invalid': 'Provide a valid value',
    'validation.fileCount': 'Too many files (maximum 3)',
    'validation.fileFormat': 'Incorrect file format',
    'validation.fileSize': 'The file is too large (maximum 5 MB)',
  },
  thanks: 'Thank you for submitting the form.',
  note: 'We will contact you.',
  referenceNote: 'Our representative will contact you',
  failure: 'An error occurred while submitting the form. Please try again later.',
  summary: 'Please correct these fields',
  back: 'Back to the page',
}

const texts: Record<string, FormTexts> = {
  en: english,
  pl: {
    messages: {
      'validation.required': 'Pole obowiązkowe',
      'validation.minLength': 'Wpisz co najmniej trzy znaki.',
      'validation.email': 'Podaj prawidłowy adres e-mail',
      'validation.nip': 'Podaj prawidłowy numer NIP',
      'validation.phone': phone,
      'validation.invalid': 'Podaj prawidłową wartość',
      'validation.fileCount': 'Za dużo plików (najwyżej 3)',
      'validation.fileFormat': 'Nieprawidłowy format pliku',
      'validation.fileSize': 'Plik jest za duży (najwyżej 5 MB)',
    },
    thanks: 'Dziękujemy za przesłanie formularza.',
    note: 'Skontaktujemy się z Tobą.',
    referenceNote: 'Nasz przedstawiciel skontaktuje się z Tobą',
    failure: 'Podczas wysyłania formularza wystąpił błąd. Spróbuj ponownie później.',
    summary: 'Popraw te pola',
    back: 'Wróć do strony',
  },
  de: {
    messages: {
      'validation.required': 'Pflichtfeld',
      'validation.minLength': 'Geben Sie mindestens drei Zeichen ein.',
      'validation.email': 'Geben Sie eine gültige E-Mail-Adresse an',
      'validation.nip': 'Geben Sie eine gültige Steuernummer (NIP) an',
      'validation.phone': phone,
      'validation.invalid': 'Geben Sie einen gültigen Wert an',
      'validation.fileCount': 'Zu viele Dateien (höchstens 3)',
      'validation.fileFormat': 'Falsches Dateiformat',
      'validation.fileSize': 'Die Datei ist zu groß (höchstens 5 MB)',
    },
    thanks: 'Vielen Dank für das Absenden des Formulars.',
    note: 'Wir melden uns bei Ihnen.',
    referenceNote: 'Unser Vertreter wird sich bei Ihnen melden',
    failure: 'Beim Absenden des Formulars ist ein Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.',
    summary: 'Bitte berichtigen Sie diese Felder',
    back: 'Zurück zur Seite',
  },
  fr: {
    messages: {
      'validation.required': 'Champ obligatoire',
      'validation.minLength': 'Saisissez au moins trois caractères.',
      'validation.email': 'Indiquez une adresse e-mail valide',
      'validation.nip': "Indiquez un numéro d'identification fiscale (NIP) valide",
      'validation.phone': phone,
      'validation.invalid': 'Indiquez une valeur valide',
      'validation.fileCount': 'Trop de fichiers (3 au maximum)',
      'validation.fileFormat': 'Format de fichier incorrect',
      'validation.fileSize': 'Le fichier est trop volumineux (5 Mo au maximum)',
    },
    thanks: "Merci d'avoir envoyé le formulaire.",
    note: 'Nous vous contacterons.',
    referenceNote: 'Notre représentant vous contactera',
    failure: "Une erreur s'est produite lors de l'envoi du formulaire. Veuillez réessayer plus tard.",
    summary: 'Veuillez corriger ces champs',
    back: 'Retour à la page',
  },
  es: {
    messages: {
      'validation.required': 'Campo obligatorio',
      'validation.minLength': 'Introduzca al menos tres caracteres.',
      'validation.email': 'Indique una dirección de correo electrónico válida',
      'validation.nip': 'Indique un número de identificación fiscal (NIP) válido',
      'validation.phone': phone,
      'validation.invalid': 'Indique un valor válido',
      'validation.fileCount': 'Demasiados archivos (3 como máximo)',
      'validation.fileFormat': 'Formato de archivo incorrecto',
      'validation.fileSize': 'El archivo es demasiado grande (5 MB como máximo)',
    },
    thanks: 'Gracias por enviar el formulario.',
    note: 'Nos pondremos en contacto con usted.',
    referenceNote: 'Nuestro representante se pondrá en contacto con usted',
    failure: 'Se ha producido un error al enviar el formulario. Inténtelo de nuevo más tarde.',
    summary: 'Corrija estos campos',
    back: 'Volver a la página',
  },
}

/** The texts of a locale, or the English ones for a locale without its own. */
export function formTexts(locale: string): FormTexts {
  return (Object.hasOwn(texts, locale) && texts[locale]) || english
}

/** What is wrong with a field, in the words of the locale. Throws for a key without a text. */
export function formMessage(locale: string, key: string): string {
  const message = formTexts(locale).messages[key]
  if (message === undefined)
    throw new Error(`The text "${key}" is missing in "demo/form-texts.ts". Add it for every locale.`)
  return message
}
