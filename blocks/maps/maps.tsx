import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import type { Reader } from '#blocks/_shared/reader.ts'
import { Section } from '#blocks/_shared/section.tsx'
import { latitude, longitude } from './coordinates.ts'
import { MapDrawing } from './map-drawing.tsx'
import type { Marker } from './place-markers.ts'

const defaultZoom = 14

/** Places as a drawing of our own and a list with addresses, coordinates and links to a map; loads nothing of anyone else. */
export function Maps({ block, reader }: BlockProps<'maps'>): ReactElement | null {
  const { markers, zoom = defaultZoom } = block
  if (markers.length === 0) return null
  const Heading = block.headline ? 'h3' : 'h2'
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')}>
      <div className="maps" data-map="" data-zoom={zoom} data-embed={reader.site.mapEmbed}>
        <MapDrawing markers={markers} zoom={zoom} reader={reader} />
        <ol className="maps__list" role="list">
          {markers.map((marker, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: markers have no id and never change their order
            <li key={at} className="maps__place" data-lat={marker.lat} data-lng={marker.lng}>
              <Heading className="maps__name">{marker.name}</Heading>
              {marker.address && <p className="maps__address">{marker.address}</p>}
              <p className="maps__coordinates">{`${latitude(marker.lat, reader)}, ${longitude(marker.lng, reader)}`}</p>
              <button
                className="maps__show"
                type="button"
                data-map-show=""
                aria-pressed="false"
                aria-label={reader.text('maps.showOf', { name: marker.name })}
              >
                {reader.text('maps.show')}
              </button>
              <MapLink marker={marker} zoom={zoom} reader={reader} />
            </li>
          ))}
        </ol>
      </div>
      <p className="maps__notice">{reader.text('maps.notice', { host: hostOf(reader.site.mapEmbed) })}</p>
    </Section>
  )
}

function hostOf(address: string): string {
  return address.split('/')[2] ?? address
}

function MapLink({ marker, zoom, reader }: { marker: Marker; zoom: number; reader: Reader }): ReactElement {
  const { lat, lng, name } = marker
  const place = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=${Math.max(zoom, defaultZoom)}/${lat}/${lng}`
  return (
    <a
      className="maps__link"
      href={reader.link(place)}
      target="_blank"
      rel="noopener"
      aria-label={reader.text('maps.openStreetMapOf', { name })}
    >
      {reader.text('maps.openStreetMap')}
    </a>
  )
}
